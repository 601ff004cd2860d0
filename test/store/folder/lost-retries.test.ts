import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Store } from '../../../main/core/ports/index.ts';
import { openStore } from '../../../main/store/index.ts';
import {
  addProfile,
  claim,
  clock,
  found as finding,
  importBatch,
  newIncoming,
  newRow,
  release,
  restoreBackup,
  temporaryFolder,
  value,
} from '../../kit/store.ts';

const rows = 3;

let directory: string;
let stateDirectory: string;
beforeEach(() => {
  directory = temporaryFolder();
  stateDirectory = temporaryFolder();
});

function open(folder = directory): Store {
  return value(openStore({ directory: folder, clock, stateDirectory }));
}

/** A folder with one released batch, closed. */
function filled(): void {
  const store = open();
  addProfile(store);
  importBatch(store, 'b', rows);
  release(store, 'b');
  store.close();
}

const Kept = z.object({ mark: z.object({ databaseId: z.string(), sequence: z.number(), hash: z.string() }) });

/** The only file of a folder. */
function nameIn(folder: string): string {
  const [name = ''] = readdirSync(folder);
  return name;
}

/** A mark as version 0.4.0 wrote it: the first place, the second empty. */
function withoutRetries(bytes: Buffer): Buffer {
  const places = [0, 4096].map((start) => bytes.subarray(start, start + 512).toString('utf8'));
  const [mark] = places
    .flatMap((text) => (text.startsWith('{') ? [Kept.parse(JSON.parse(text)).mark] : []))
    .toSorted((left, right) => right.sequence - left.sequence);
  if (mark === undefined) throw new Error('there is no mark');
  const check = hash('sha256', JSON.stringify([mark.databaseId, mark.sequence, mark.hash]), 'hex').slice(
    0,
    16,
  );
  return Buffer.from(JSON.stringify({ mark, check }).padEnd(512));
}

describe('I11: records from which retries are missing', () => {
  /** Rejects the next payout; returns its order ID. */
  function reject(store: Store): string {
    const [first] = claim(store, 'b', 1);
    if (first === undefined) throw new Error('nothing was claimed');
    const { paymentId, idPayment } = first.payment;
    store.record([finding(paymentId, 'sending', 'rejected', { dueAt: null })], 5000);
    return idPayment;
  }

  /** Releases a retry of a payout that was rejected. */
  function retry(store: Store, batchId: string, at?: number): void {
    importBatch(store, batchId, [newRow(batchId, 1, { retryOf: reject(store) })]);
    release(store, batchId, at);
  }

  function problemsOf(store: Store): Set<string | undefined> {
    return new Set(store.rowsOfBatch('b', 0, 2 * rows).map(({ problem }) => problem?.code));
  }

  it('say so if an older database was put back, until a person dismisses it, whatever follows', () => {
    filled();
    const database = join(directory, 'bursar.sqlite');
    const older = readFileSync(database);
    const store = open();
    retry(store, 'r');
    store.close();
    writeFileSync(database, older);
    const found = open();
    expect(problemsOf(found)).toEqual(new Set(['perhapsRetried']));
    expect(found.olderRecords()).toMatchObject({ cause: 'behind', payments: rows, missesRetries: true });
    found.close();
    const olderStill = readFileSync(database);
    const later = open();
    claim(later, 'b', 1);
    importBatch(later, 'draft', 1);
    later.close();
    writeFileSync(database, olderStill);
    const again = open();
    expect(again.olderRecords()?.missesRetries).toBe(true);
    expect(problemsOf(again)).toEqual(new Set(['perhapsRetried']));
    again.dismissOlderRecords();
    expect(again.olderRecords()).toBeNull();
    again.close();
  });

  it('hold back payouts only: nobody retries a payin, so the gateway is queried about it, and it is sent again', () => {
    filled();
    let store = open();
    const { paymentId } = store.addIncoming(newIncoming());
    store.close();
    const database = join(directory, 'bursar.sqlite');
    const older = readFileSync(database);
    store = open();
    retry(store, 'r');
    store.close();
    writeFileSync(database, older);
    store = open();
    expect(problemsOf(store)).toEqual(new Set(['perhapsRetried']));
    expect(store.paymentsOf([paymentId])).toMatchObject([
      { kind: 'payin', state: 'unknown', problem: { code: 'olderRecords' } },
    ]);
    store.close();
  });

  it('say so after a restore if a retry was released after the backup, and not if it was before', async () => {
    filled();
    const store = open();
    retry(store, 'r');
    const after = join(temporaryFolder(), 'after.sqlite');
    value(await store.backup(after));
    claim(store, 'b', 1);
    store.close();
    value(await restoreBackup({ directory, backupPath: after, at: 9000, stateDirectory }));
    const whole = open();
    expect(whole.olderRecords()?.missesRetries).toBe(false);
    expect(problemsOf(whole)).toContain('restored');
    whole.dismissOlderRecords();
    importBatch(whole, 'q', [newRow('q', 1, { retryOf: 'b-1' })]);
    release(whole, 'q');
    whole.close();
    value(await restoreBackup({ directory, backupPath: after, at: 9001, stateDirectory }));
    const missing = open();
    expect(missing.olderRecords()?.missesRetries).toBe(true);
    expect(problemsOf(missing)).toContain('perhapsRetried');
    missing.close();
  });

  it('say so again each time that a backup without them is restored', async () => {
    filled();
    const store = open();
    const backupPath = join(temporaryFolder(), 'backup.sqlite');
    value(await store.backup(backupPath));
    retry(store, 'r');
    store.close();
    const holds = async (at: number): Promise<boolean> =>
      value(await restoreBackup({ directory, backupPath, at, stateDirectory })).holdsReleases;
    expect([await holds(9000), await holds(9001)]).toEqual([true, true]);
    const restored = open();
    restored.dismissOlderRecords();
    restored.close();
    expect(await holds(9002)).toBe(true);
  });

  it('say so if a backup made between two restores of an older one is restored, although its events have the same numbers', async () => {
    filled();
    const [older, between] = ['older.sqlite', 'between.sqlite'].map((name) => join(temporaryFolder(), name));
    const holds = async (backupPath = '', at = 0): Promise<boolean> =>
      value(await restoreBackup({ directory, backupPath, at, stateDirectory })).holdsReleases;
    let store = open();
    value(await store.backup(older ?? ''));
    retry(store, 'r');
    store.close();
    expect(await holds(older, 9000)).toBe(true);
    store = open();
    store.dismissOlderRecords();
    value(await store.backup(between ?? ''));
    importBatch(store, 'q', [newRow('q', 1, { retryOf: 'b-1' })]);
    release(store, 'q', 9100);
    store.close();
    expect(await holds(older, 9200)).toBe(true);
    expect(await holds(between, 9300)).toBe(true);
  });

  it('say so if a copy of the folder comes back that released others under the same numbers', () => {
    filled();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(directory, copy, { recursive: true });
    let store = open();
    retry(store, 'r', 5000);
    store.close();
    store = value(openStore({ directory: copy, clock, stateDirectory: temporaryFolder() }));
    retry(store, 'q', 5001);
    store.close();
    cpSync(copy, directory, { recursive: true });
    store = open();
    expect(store.olderRecords()?.missesRetries).toBe(true);
    store.close();
  });

  it('say so again also if nothing in the backup was unfinished', async () => {
    const store = open();
    addProfile(store);
    importBatch(store, 'b', 1);
    release(store, 'b');
    reject(store);
    const backupPath = join(temporaryFolder(), 'backup.sqlite');
    value(await store.backup(backupPath));
    importBatch(store, 'r', [newRow('r', 1, { retryOf: 'b-1' })]);
    release(store, 'r');
    store.close();
    for (const at of [9000, 9001])
      expect(value(await restoreBackup({ directory, backupPath, at, stateDirectory }))).toMatchObject({
        unknownPayments: 0,
        holdsReleases: true,
      });
  });

  it('say so if a copy of the folder released them, however far these records went on', () => {
    filled();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(directory, copy, { recursive: true });
    const other = open(copy);
    retry(other, 'r');
    other.close();
    const here = value(openStore({ directory, clock, stateDirectory: temporaryFolder() }));
    importBatch(here, 'draft', 2);
    claim(here, 'b', rows);
    here.interruptSending(rows, 6000);
    here.close();
    const found = open();
    expect(found.olderRecords()?.missesRetries).toBe(true);
    found.close();
  });

  it('may lack some if a backup is restored on another computer, which no mark has reached', async () => {
    filled();
    const store = open();
    const backupPath = join(temporaryFolder(), 'backup.sqlite');
    value(await store.backup(backupPath));
    store.close();
    const other = temporaryFolder();
    value(await restoreBackup({ directory: other, backupPath, at: 9000, stateDirectory: temporaryFolder() }));
    const restored = open(other);
    expect(restored.olderRecords()?.missesRetries).toBe(true);
    restored.close();
    const again = await restoreBackup({ directory: other, backupPath, at: 9001, stateDirectory });
    expect(value(again).holdsReleases).toBe(true);
  });

  it('may lack some if a mark of version 0.4.0 does not say so', () => {
    filled();
    const older = readFileSync(join(directory, 'bursar.sqlite'));
    const store = open();
    claim(store, 'b', 1);
    store.close();
    for (const mark of [join(directory, 'bursar.mark'), join(stateDirectory, nameIn(stateDirectory))])
      writeFileSync(mark, withoutRetries(readFileSync(mark)));
    writeFileSync(join(directory, 'bursar.sqlite'), older);
    const restored = open();
    expect(restored.olderRecords()?.missesRetries).toBe(true);
    restored.close();
  });
});
