import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../main/core/ports/index.ts';
import { openStore } from '../../../main/store/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  clock,
  close,
  editUnseen,
  found,
  importBatch,
  openIn,
  raw,
  release,
  restoreBackup,
  temporaryFolder,
  value,
} from '../../kit/store.ts';

const rows = 300;

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

/** Sends some payouts, the first of which is paid in the end. */
function send(store: Store, count: number): void {
  const [first] = claim(store, 'b', count);
  if (first === undefined) throw new Error('nothing was claimed');
  store.record([accepted(first)], 5000);
  store.record([found(first.payment.paymentId, 'accepted', 'paid', { dueAt: null })], 5001);
}

/** Lets a process send until it has reported this many intents, then kills it. */
async function killedAfter(reports: number): Promise<void> {
  const program = new URL('writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let lines = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    lines += 1;
    if (lines === reports) child.kill('SIGKILL');
  });
  await ended;
}

function removeJournal(): void {
  for (const suffix of ['-wal', '-shm']) rmSync(join(directory, `bursar.sqlite${suffix}`), { force: true });
}

function expectNoNotice(store: Store): void {
  expect([store.olderRecords(), store.foundOlder]).toEqual([null, null]);
  store.close();
}

/** Everything that may have been sent is unknown and due, and the records say so. */
function expectNotice(store: Store, payments: number, missesRetries = false): void {
  const notice = { at: clock.now(), cause: 'behind', payments, missesRetries };
  expect([store.olderRecords(), store.foundOlder]).toEqual([notice, notice]);
  const { queued = 0, sending = 0, accepted: taken = 0, unknown = 0 } = store.countByState('b');
  expect([queued, sending, taken, unknown]).toEqual([0, 0, 0, payments]);
  expect(store.duePayments(['b'], clock.now(), 2 * rows, new Set())).toHaveLength(payments);
  expect(auditProblems(store)).toEqual([]);
  store.close();
}

describe('I10: records older than what was sent', () => {
  it('are detected if the journal of a killed process is gone', async () => {
    filled();
    await killedAfter(20);
    removeJournal();
    expectNotice(open(), rows);
    const later = open();
    expect(later.foundOlder).toBeNull();
    expect(later.olderRecords()).not.toBeNull();
    later.dismissOlderRecords();
    expectNoNotice(later);
  });

  it('are detected if an older database was put back', () => {
    filled();
    const older = readFileSync(join(directory, 'bursar.sqlite'));
    const store = open();
    send(store, 3);
    store.close();
    writeFileSync(join(directory, 'bursar.sqlite'), older);
    expectNotice(open(), rows);
  });

  it('are detected if a complete older folder was copied back, file over file', () => {
    filled();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(directory, copy, { recursive: true });
    const store = open();
    send(store, 3);
    store.close();
    cpSync(copy, directory, { recursive: true });
    expectNotice(open(), rows);
  });

  it('are detected if a copy of the folder was used, in either of the two', () => {
    filled();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(directory, copy, { recursive: true });
    const store = open(copy);
    expect(store.foundOlder).toBeNull();
    send(store, 3);
    store.close();
    expectNotice(open(), rows);
    expectNotice(open(copy), rows - 1);
  });

  it('are detected if another database was put in place of this one', () => {
    filled();
    const other = temporaryFolder();
    const otherStore = openIn(other);
    addProfile(otherStore);
    importBatch(otherStore, 'b', 2 * rows);
    release(otherStore, 'b');
    send(otherStore, 3);
    close(otherStore);
    cpSync(join(other, 'bursar.sqlite'), join(directory, 'bursar.sqlite'));
    expectNotice(open(), 2 * rows - 1, true);
  });

  it('are detected if the mark is gone or cannot be read, or a database is in a new folder', () => {
    filled();
    const mark = join(directory, 'bursar.mark');
    expect(statSync(mark).mode & 0o777).toBe(0o600);
    writeFileSync(mark, 'garbage');
    expectNotice(open(), rows, true);
    rmSync(mark);
    expectNotice(open(), rows, true);
    const other = temporaryFolder();
    cpSync(join(directory, 'bursar.sqlite'), join(other, 'bursar.sqlite'));
    expectNotice(open(other), rows, true);
  });

  it('are reported once after a restore, which queries everything itself', async () => {
    filled();
    const store = open();
    send(store, 2);
    const backupPath = join(temporaryFolder(), 'backup.sqlite');
    value(await store.backup(backupPath));
    send(store, 3);
    store.close();
    const restored = value(await restoreBackup({ directory, backupPath, at: 9000, stateDirectory }));
    expect(restored.unknownPayments).toBe(rows - 1);
    const after = open();
    expect(after.foundOlder).toBeNull();
    expect(after.olderRecords()).toEqual({
      at: 9000,
      cause: 'restored',
      payments: rows - 1,
      missesRetries: false,
    });
    after.dismissOlderRecords();
    after.close();
    expectNoNotice(open());
  });

  it('are not opened if the journal of the newer ones was left and written into them: a backup has to be restored', () => {
    filled();
    editUnseen(
      directory,
      'UPDATE chain SET sequence = sequence - 1, hash = (SELECT hash FROM events WHERE events.sequence = chain.sequence - 1)',
    );
    for (const _opening of [1, 2])
      expect(openStore({ directory, clock, stateDirectory })).toMatchObject({
        ok: false,
        error: {
          code: 'databaseDamaged',
          message: expect.stringMatching(/bursar.sqlite-wal.*Restore a backup/),
        },
      });
  });

  it('are detected in memory if the image is said to be older', () => {
    const store = openMemoryStore();
    addProfile(store);
    importBatch(store, 'b', rows);
    release(store, 'b');
    const image = store.image();
    send(store, 3);
    store.close();
    expectNotice(openMemoryStore({ image, at: clock.now(), isBehind: true }), rows);
  });

  it('leave drafts unchanged', () => {
    filled();
    const before = open();
    importBatch(before, 'draft', 2);
    before.close();
    const older = readFileSync(join(directory, 'bursar.sqlite'));
    const store = open();
    send(store, 1);
    store.close();
    writeFileSync(join(directory, 'bursar.sqlite'), older);
    const after = open();
    expect(after.countByState('draft')).toEqual({ draft: 2 });
    expect(after.rowsOfBatch('draft', 0, 2).map(({ idPayment }) => idPayment)).toEqual([
      'draft-1',
      'draft-2',
    ]);
    after.close();
  });
});

describe('I10: records as new as what was sent', () => {
  it('are never taken for older ones after clean runs', () => {
    filled();
    for (let run = 0; run < 5; run += 1) {
      const store = open();
      send(store, 3);
      importBatch(store, `draft${run}`, 2);
      store.cancelRows(`draft${run}`, 100, 6000);
      if (run === 4) store.cancelRows('b', 2, 6000);
      expectNoNotice(store);
    }
    expectNoNotice(open());
  });

  it.each([1, 40, 200])(
    'are never taken for older ones after a process was killed that had reported %i intents',
    async (reports) => {
      filled();
      await killedAfter(reports);
      expectNoNotice(open());
    },
  );

  it('are never taken for older ones if the last write of the mark was torn', () => {
    filled();
    const store = open();
    send(store, 1);
    store.close();
    const mark = join(directory, 'bursar.mark');
    const bytes = readFileSync(mark);
    const sequences = [...bytes.toString('latin1').matchAll(/"sequence":(\d+)/g)];
    const newest = sequences.toSorted((left, right) => Number(right[1]) - Number(left[1]))[0];
    bytes.fill(0, newest?.index ?? 0, (newest?.index ?? 0) + 4);
    writeFileSync(mark, bytes);
    expectNoNotice(open());
  });

  it('are not taken for older ones if a version without a mark wrote them', () => {
    filled();
    rmSync(join(directory, 'bursar.mark'));
    const database = raw(directory);
    database.exec('UPDATE databaseIdentity SET isMarked = 0');
    database.close();
    expectNoNotice(open());
  });

  it('are also opened if the second mark cannot be written, and diagnostics say so until it can', () => {
    const marked = (store: Store) => store.examine().find(({ code }) => code === 'markElsewhere');
    filled();
    const store = open();
    expect(marked(store)).toMatchObject({ isFine: true });
    store.close();
    writeFileSync(join(stateDirectory, 'file'), '');
    stateDirectory = join(stateDirectory, 'file');
    const without = open();
    expect(marked(without)).toMatchObject({ isFine: false, cause: 'ENOTDIR' });
    expectNoNotice(without);
  });
});
