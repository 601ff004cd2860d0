import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../main/core/ports/index.ts';
import { latestVersion } from '../../../main/store/migrations/index.ts';
import {
  accepted,
  addProfile,
  auditProblems,
  beginBatch,
  claim,
  close,
  compared,
  errorCode,
  found,
  importBatch,
  newRow,
  openIn,
  release,
  restoreBackup,
  rowsHash,
  temporaryFolder,
  value,
} from '../../kit/store.ts';

async function backedUp(store: Store): Promise<string> {
  const path = join(temporaryFolder(), 'backup.sqlite');
  expect(value(await store.backup(path))).toEqual({ path, bytes: statSync(path).size });
  return path;
}

describe('a backup', () => {
  it('is one valid file for this user only, and replaces no other file', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 3);
    const path = await backedUp(store);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['backup.sqlite']);
    const before = readFileSync(path);
    expect(errorCode(await store.backup(path))).toBe('inputInvalid');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(errorCode(await store.backup(join(path, '..', 'no', 'such', 'folder.sqlite')))).toBe(
      'storageFailed',
    );
  });

  it('is made while intents are committed, and is consistent', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 3000);
    release(store, 'b');
    const path = join(temporaryFolder(), 'backup.sqlite');
    const progress = { isDone: false };
    const backup = store.backup(path).finally(() => {
      progress.isDone = true;
    });
    let claimed = 0;
    while (!progress.isDone) {
      claimed += claim(store, 'b', 5).length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    value(await backup);
    expect(claimed).toBeGreaterThan(0);
    expect(auditProblems(store)).toEqual([]);
    const directory = temporaryFolder();
    value(await restoreBackup({ directory, backupPath: path, at: 9000 }));
    expect(auditProblems(openIn(directory))).toEqual([]);
  });

  it('reports its progress in bytes, and leaves no file if it is stopped, while copying or checking the copy', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 9000);
    const folder = temporaryFolder();
    const path = join(folder, 'backup.sqlite');
    for (const stopsAfter of [1, Infinity]) {
      const told: [number, number][] = [];
      const stopping = new AbortController();
      const backup = store.backup(path, {
        onProgress: (done, total) => {
          told.push([done, total]);
          if (told.length > stopsAfter) stopping.abort();
        },
        signal: stopping.signal,
      });
      if (stopsAfter === Infinity) {
        // Once all pages are copied, the copy is checked in its thread.
        const copied = (): number => statSync(join(folder, readdirSync(folder)[0] ?? '')).size;
        while (copied() !== told.at(-1)?.[1]) await new Promise((resolve) => setImmediate(resolve));
        // What a kill would leave.
        expect(readdirSync(folder)[0]).toMatch(/^backup\.sqlite\.[0-9a-f]{8}\.unfinished$/);
        stopping.abort();
      }
      expect(errorCode(await backup)).toBe('stopped');
      expect(told.every(([done, total]) => done <= total)).toBe(true);
      expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((a, b) => a - b));
      expect(readdirSync(folder)).toEqual([]);
    }
    // The longest name that file systems allow.
    for (const target of [path, join(folder, 'n'.repeat(255))])
      expect(value(await store.backup(target))).toMatchObject({ path: target });
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe('restoring a backup', () => {
  it('I10: turns every unfinished payment into unknown, due at once, and leaves the others', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 6);
    release(store, 'b');
    const [one, two, three, four] = claim(store, 'b', 4);
    if (one === undefined || two === undefined || three === undefined || four === undefined)
      throw new Error('no intents');
    store.record(
      [
        accepted(one),
        found(one.payment.paymentId, 'accepted', 'paid'),
        accepted(two),
        accepted(three, { to: 'unknown' }),
      ],
      5000,
    );
    importBatch(store, 'releasing', 3);
    store.releaseBatch('releasing', { rowsHash, releasesSeen: null, at: 3500 });
    store.queueRows('releasing', 1, 3500);
    importBatch(store, 'draft', 1);
    beginBatch(store, 'importing');
    store.addRows('importing', [newRow('importing', 1)]);
    const backupPath = await backedUp(store);
    const untouched = readFileSync(backupPath);

    const directory = temporaryFolder();
    const present = openIn(directory);
    addProfile(present, { name: 'present' });
    close(present);
    const restored = value(await restoreBackup({ directory, backupPath, at: 9000 }));
    expect(restored.unknownPayments).toBe(8);
    expect(readFileSync(backupPath).equals(untouched)).toBe(true);
    const kept = new Sqlite(restored.replaced ?? '', { readonly: true });
    expect(kept.prepare('SELECT name FROM profiles').all()).toEqual([{ name: 'present' }]);
    kept.close();

    const after = openIn(directory);
    expect(after.countByState('b')).toEqual({ paid: 1, unknown: 5 });
    expect(after.countByState('releasing')).toEqual({ unknown: 3 });
    expect(after.findBatch('releasing')?.state).toBe('released');
    expect(after.countByState('draft')).toEqual({ draft: 1 });
    expect(after.usedOrderIds('key-1', ['importing-1'])).toEqual([]);
    const due = after.duePayments(['b', 'releasing'], 9000, 20, new Set());
    expect(
      due.map(({ idPayment, firstSentAt, polls }) => [idPayment, firstSentAt, polls]).toSorted(),
    ).toEqual([
      ['b-2', 4000, 0],
      ['b-3', 4000, 0],
      ['b-4', 4000, 0],
      ['b-5', 3000, 0],
      ['b-6', 3000, 0],
      ['releasing-1', 3500, 0],
      ['releasing-2', 3500, 0],
      ['releasing-3', 3500, 0],
    ]);
    for (const { paymentId } of due)
      expect(after.eventsOf(paymentId).at(-1)?.reason).toEqual({ code: 'restored' });
    expect(auditProblems(after)).toEqual([]);
  });

  it('I2: sends a payment that was queued at the time of the backup under its own order ID', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 1);
    release(store, 'b');
    const backupPath = await backedUp(store);
    const [sent] = claim(store, 'b');
    const directory = temporaryFolder();
    value(await restoreBackup({ directory, backupPath, at: 9000 }));
    const after = openIn(directory);
    after.setPaused('b', false, 9400);
    const again = after.claimUnknown(after.findPayment('b-1')?.paymentId ?? 0, 9500, (payment) =>
      Buffer.from(JSON.stringify({ amount: payment.amount, account: payment.accountNumber })),
    );
    expect([again?.payment.idPayment, again?.attemptNumber]).toEqual(['b-1', 1]);
    expect(Buffer.from(again?.body ?? []).equals(sent?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('finishes cancelling a batch that was being cancelled at the time of the backup', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 5);
    release(store, 'b');
    store.cancelRows('b', 2, 4000);
    const backupPath = await backedUp(store);
    const directory = temporaryFolder();
    expect(value(await restoreBackup({ directory, backupPath, at: 9000 })).unknownPayments).toBe(0);
    const after = openIn(directory);
    expect(after.countByState('b')).toEqual({ cancelled: 5 });
    expect(auditProblems(after)).toEqual([]);
  });

  it('I10: compares new rows with those that were not yet queued at the time of the backup', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    importBatch(store, 'b', 3);
    store.releaseBatch('b', { rowsHash, releasesSeen: null, at: 3000 });
    store.queueRows('b', 1, 3000);
    const backupPath = await backedUp(store);
    const directory = temporaryFolder();
    value(await restoreBackup({ directory, backupPath, at: 9000 }));
    const after = openIn(directory);
    importBatch(after, 'again', 3);
    const equalIds = compared(after, 'again', 1000).map(({ samePayment }) => samePayment ?? 0);
    expect(after.paymentsOf(equalIds).map(({ idPayment }) => idPayment)).toEqual(['b-1', 'b-2', 'b-3']);
  });

  it('I10: changes nothing if the backup is newer, damaged or missing', async () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    addProfile(store);
    const backupPath = await backedUp(store);
    close(store);
    const before = readFileSync(join(directory, 'bursar.sqlite'));
    const attempt = async (path: string): Promise<string | null> =>
      errorCode(await restoreBackup({ directory, backupPath: path, at: 9000 }));

    const newer = new Sqlite(backupPath);
    newer.pragma(`user_version = ${latestVersion + 1}`);
    newer.close();
    const garbage = join(temporaryFolder(), 'garbage');
    writeFileSync(garbage, 'no backup '.repeat(1000));
    expect([await attempt(backupPath), await attempt(garbage), await attempt(`${garbage}.not`)]).toEqual([
      'databaseNewer',
      'databaseDamaged',
      'inputInvalid',
    ]);
    expect(readFileSync(join(directory, 'bursar.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(directory).toSorted()).toEqual([
      'bursar.lock',
      'bursar.mark',
      'bursar.sqlite',
      'owner.json',
    ]);
  });

  it('leaves no copy in the folder if the backup could not be copied: it would keep filling a full disk', async () => {
    const store = openIn(temporaryFolder());
    addProfile(store);
    const backupPath = await backedUp(store);
    // What cannot be copied, whatever the system.
    mkdirSync(`${backupPath}-wal`);
    const directory = temporaryFolder();
    close(openIn(directory));
    expect(errorCode(await restoreBackup({ directory, backupPath, at: 9000 }))).toBe('storageFailed');
    expect(readdirSync(directory).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('leaves no copy in the folder for long if it is killed: the next start removes it', () => {
    const directory = temporaryFolder();
    close(openIn(directory));
    for (const suffix of ['', '-journal'])
      writeFileSync(join(directory, `bursar.restoring.sqlite${suffix}`), 'half');
    openIn(directory);
    expect(readdirSync(directory).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('I10: works if the present database was damaged and set aside', async () => {
    const source = openIn(temporaryFolder());
    addProfile(source);
    const backupPath = await backedUp(source);
    const directory = temporaryFolder();
    writeFileSync(join(directory, 'bursar.sqlite'), 'garbage');
    const restored = value(await restoreBackup({ directory, backupPath, at: 9000 }));
    expect(readFileSync(restored.replaced ?? '', 'utf8')).toBe('garbage');
    expect(openIn(directory).findProfile('main')).not.toBeNull();
    expect(existsSync(join(directory, 'bursar.restoring.sqlite'))).toBe(false);
  });
});
