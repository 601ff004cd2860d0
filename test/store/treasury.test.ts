import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../main/core/ports/index.ts';
import { Connection } from '../../main/store/connection.ts';
import { migratedDatabase } from '../../main/store/folder/empty-database.ts';
import { migrate } from '../../main/store/folder/migrate.ts';
import { plansOf } from '../kit/plans.ts';
import {
  accepted,
  addProfile,
  claim,
  close,
  found,
  importBatch,
  keyId,
  newRow,
  openIn,
  raw,
  release,
  rowsHash,
  storeOver,
  temporaryFolder,
} from '../kit/store.ts';

/** Releases a batch and rejects what is sent of it. */
function reject(store: Store, batchId: string): void {
  release(store, batchId);
  for (const intent of claim(store, batchId))
    store.record([found(intent.payment.paymentId, 'sending', 'rejected', { dueAt: null })], 5000);
}

/** A draft in which row N retries the Nth of these payouts. */
function retry(store: Store, batchId: string, idPayouts: readonly string[]): void {
  importBatch(
    store,
    batchId,
    idPayouts.map((retryOf, index) => newRow(batchId, index + 1, { retryOf })),
  );
}

/** The rejected payouts that still need a person, as "a 2". */
function openRejections(store: Store): string[] {
  return store
    .troubles({ before: null, limit: 10 })
    .troubles.map(({ batchId, count }) => `${batchId} ${count}`);
}

/** Batch `a` has two rejected payouts, one of them retried twice (in `b`, then `c`), the other once (in `d`), and `d` is cancelled. */
function retryTwiceAndCancel(store: Store): void {
  addProfile(store);
  importBatch(store, 'a', 2);
  reject(store, 'a');
  retry(store, 'b', ['a-1']);
  reject(store, 'b');
  retry(store, 'c', ['a-1']);
  release(store, 'c');
  retry(store, 'd', ['a-2']);
  release(store, 'd');
  store.cancelRows('d', 100, 7000);
}

describe('the migration to version 48', () => {
  it('shows payouts whose retry was cancelled before it, and no longer shows retries that were retried again', () => {
    const connection = new Connection(new Sqlite(':memory:'));
    migrate(connection, 47);
    // Today's store writes this column of version 49.
    connection.database.exec('ALTER TABLE databaseIdentity ADD COLUMN stoppedAt INTEGER NOT NULL DEFAULT 0');
    const store = storeOver(connection);
    retryTwiceAndCancel(store);
    expect(openRejections(store)).toEqual(['b 1']);
    connection.database.exec('ALTER TABLE databaseIdentity DROP COLUMN stoppedAt');
    migrate(connection);
    expect(openRejections(store)).toEqual(['a 1']);
    store.close();
  });
});

describe('the migration to version 4', () => {
  it('finds the payouts that were retried before it, so that they need nobody', () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    importBatch(store, 'a', 2);
    release(store, 'a');
    for (const intent of claim(store, 'a')) {
      store.record([accepted(intent)], 5000);
      store.record([found(intent.payment.paymentId, 'accepted', 'failed', { dueAt: null })], 5100);
    }
    importBatch(store, 'b', [newRow('b', 1, { retryOf: 'a-1' })]);
    release(store, 'b');
    const open = () => store.troubles({ before: null, limit: 10 }).troubles.map((trouble) => trouble.count);
    expect(open()).toEqual([1]);
    close(store);
    // What the migration finds in a database that has no such tables yet.
    const database = raw(directory);
    const counted = database.prepare('SELECT batchNumber, state, count, seenAt FROM handledCounts').all();
    const repaired = database.prepare('SELECT paymentId FROM repairedPayments').all();
    database.exec(`
      DROP TRIGGER livesThatRepair; DROP TRIGGER livesThatRepairNoMore; DROP TRIGGER livesThatAreHandledNoMore; DROP TABLE notices; DROP TRIGGER repairsAreHandled; DROP INDEX troubledCounts; DROP INDEX draftBatches;
      DROP TABLE handledCounts; DROP TABLE repairedPayments; DROP TABLE heldDrafts; DROP TABLE optionAnswers;
      DROP TABLE optionLists; DROP TABLE balanceSnapshots; DROP TABLE latestBalances; DROP TABLE spareKeys;
      DROP TABLE settings; ALTER TABLE profiles DROP COLUMN signingKeyId`);
    const connection = new Connection(database);
    database.pragma('user_version = 3');
    migrate(connection, 4);
    expect(database.prepare('SELECT paymentId FROM repairedPayments').all()).toEqual(repaired);
    expect(database.prepare('SELECT batchNumber, state, count, seenAt FROM handledCounts').all()).toEqual(
      counted,
    );
    connection.close();
  });
});

describe('attention items', () => {
  it('show the most serious notice among those listed, however many came later', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'a', 3);
    release(store, 'a');
    store.addNotice('environmentContradicted', 'a', 4000);
    for (const intent of claim(store, 'a')) {
      const { paymentId } = intent.payment;
      store.record([accepted(intent)], 5000);
      store.record([found(paymentId, 'accepted', 'paid', { dueAt: null })], 5100);
      store.record([found(paymentId, 'paid', 'paid', { dueAt: null, notice: 'statusChanged' })], 5200);
    }
    expect(store.notices(2)).toMatchObject([
      { kind: 'environmentContradicted', payment: null },
      { kind: 'statusChanged', payment: { idPayment: 'a-3' } },
    ]);
    expect(store.notices(9)).toHaveLength(4);
  });

  it('are settled row by row, as each retry is queued', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'a', 3);
    release(store, 'a');
    for (const intent of claim(store, 'a')) {
      store.record([accepted(intent)], 5000);
      store.record([found(intent.payment.paymentId, 'accepted', 'failed', { dueAt: null })], 5100);
    }
    const repairs = [1, 2, 3].map((row) => newRow('b', row, { retryOf: `a-${row}` }));
    importBatch(store, 'b', repairs);
    const open = () => store.troubles({ before: null, limit: 10 }).troubles.map((trouble) => trouble.count);
    expect(open()).toEqual([3]);
    store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 6000 });
    const left = [1, 1, 1].map((limit) => {
      store.queueRows('b', limit, 6000);
      return open();
    });
    expect(left).toEqual([[2], [1], []]);
  });

  it('are open again once the only retry is cancelled, and settled once a retry that ended unpaid is retried', () => {
    const store = openIn(temporaryFolder());
    retryTwiceAndCancel(store);
    expect(openRejections(store)).toEqual(['a 1']);
    retry(store, 'e', ['a-2']);
    release(store, 'e');
    expect(openRejections(store)).toEqual([]);
  });

  it('stay settled by another retry when a later one is cancelled, which opens only that other retry again', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'a', 1);
    reject(store, 'a');
    retry(store, 'b', ['a-1']);
    reject(store, 'b');
    for (const [batchId, retried] of [
      ['c', 'a-1'],
      ['d', 'b-1'],
    ] as const) {
      expect(openRejections(store)).toEqual(['b 1']);
      retry(store, batchId, [retried]);
      release(store, batchId);
      expect(openRejections(store)).toEqual([]);
      store.cancelRows(batchId, 100, 7000);
    }
    expect(openRejections(store)).toEqual(['b 1']);
  });

  it('that a person has dismissed stay dismissed when their retry is cancelled', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'a', 2);
    reject(store, 'a');
    store.dismiss('a', 6000);
    retry(store, 'b', ['a-1']);
    release(store, 'b');
    store.cancelRows('b', 100, 7000);
    expect(openRejections(store)).toEqual([]);
  });

  it('are settled and opened again through indexes alone, however many retries there are', () => {
    const database = migratedDatabase();
    const plans = ['repairId = 1', "paymentId = 1 AND repairState <> 'cancelled'"].flatMap((which) =>
      database
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT paymentId FROM repairs WHERE ${which}`)
        .all(),
    );
    database.close();
    expect(plans.filter(({ detail }) => detail.startsWith('SEARCH'))).toHaveLength(16);
    expect(plans.filter(({ detail }) => detail.startsWith('SCAN'))).toEqual([]);
  });

  it('are found through indexes alone, however long the history', () => {
    const plans = plansOf((store) => {
      store.troubles({ before: null, limit: 10 });
      store.heldDrafts(10);
      store.countUnknown('a', { before: 1, limit: 10 });
      store.snapshotsBetween(keyId, 'EUR', { since: 0, until: 10, parts: 1 });
      store.snapshotCurrencies(keyId);
      store.findOptions({ keyId, kind: 'payout', currencyCode: 'EUR' }, ['1', '2']);
    });
    const scans = plans.filter((detail) => detail.startsWith('SCAN'));
    // Drafts and profiles (`its`) are few; `asked` are the amounts that are asked about.
    expect(scans.filter((detail) => !/draftBatches|subquery|SCAN its$|SCAN asked /.test(detail))).toEqual([]);
  });
});

describe('a signing key', () => {
  it('is the key of the profile until it is replaced, and again when a removed profile returns', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    const signing = () => store.findProfile('main')?.signingKeyId;
    expect(signing()).toBe(keyId);
    store.addSpareKey('next');
    expect(store.spareKeys()).toEqual(['next']);
    const next = { signingKeyId: 'next', hasStoredKey: true, authentication: 'signature', at: 8000 } as const;
    store.setSigningKey(keyId, next);
    expect([signing(), store.spareKeys()]).toEqual(['next', [keyId]]);
    expect(store.removeProfile('main', 9000)).toBe(true);
    addProfile(store, { keyId: 'key-2' });
    expect(signing()).toBe('key-2');
  });

  it('is never called unused, whatever was noted before it came into use', () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    store.addSpareKey(keyId);
    expect(store.spareKeys()).toEqual([]);
  });
});
