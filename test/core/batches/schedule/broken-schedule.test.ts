import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const hourMs = 60 * 60_000;
const at = new Date(start + hourMs).toISOString();

/** An office with two scheduled batches, the records of the first of them damaged: by default so that they cannot be read. */
async function withDamagedBatch(damage = "totals = '['") {
  const office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const { batchId: damaged } = await office.draft([{ amount: '10.00', account: 'A-1' }], 'damaged.csv');
  const { batchId: sound } = await office.draft([{ amount: '20.00', account: 'A-2' }], 'sound.csv');
  for (const batchId of [damaged, sound]) expect((await office.release(batchId, at)).ok).toBe(true);
  office.addProfile('second');
  const database = new Sqlite(Buffer.from(office.store.image()));
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'batches'`,
    )
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.prepare(`UPDATE batches SET ${damage} WHERE batchId = ?`).run(damaged);
  for (const { sql } of triggers) database.exec(sql);
  await office.restart({}, database.serialize());
  return { office, damaged, sound };
}

it('a scheduled batch with damaged records is reported and does not prevent the release of others', async () => {
  const { office, sound } = await withDamagedBatch();
  await office.get('runner.start', {});
  await office.pass(hourMs + 60_000);
  expect(office.store.findBatch(sound)?.releasedAt).toBeGreaterThanOrEqual(start + hourMs);
  expect(office.gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual([1]);
  expect(await office.get('attention.list', {})).toContainEqual(
    expect.objectContaining({ kind: 'backgroundFailure' }),
  );
});

it('I4: a scheduled batch that was given to another profile in the database is not released for it', async () => {
  const { office, damaged, sound } = await withDamagedBatch('profileNumber = 2');
  await office.pass(hourMs);
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [{ batchId: sound }],
    refused: [{ batchId: damaged, error: 'rowsTampered', isTriedAgain: false }],
  });
  expect(office.store.findBatch(damaged)?.releasedAt).toBe(null);
});

it('a scheduled batch with damaged records is listed with those released in the same round, and stays due', async () => {
  const { office, damaged, sound } = await withDamagedBatch();
  await office.pass(hourMs);
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [{ batchId: sound }],
    refused: [{ batchId: damaged, isTriedAgain: true }],
  });
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [],
    refused: [{ batchId: damaged, isTriedAgain: true }],
  });
  expect(await office.get('attention.list', {})).toContainEqual(
    expect.objectContaining({ kind: 'backgroundFailure' }),
  );
});

it.each([9e15, -9e15])(
  'a schedule for the impossible time %d needs a person, and hides no other schedule',
  async (time) => {
    const { office, damaged, sound } = await withDamagedBatch(`scheduledFor = ${time}`);
    expect(await office.get('attention.list', {})).toMatchObject([
      { kind: 'schedule', batchId: damaged, trouble: { code: 'held', error: 'rowsTampered' } },
    ]);
    const scheduled = await office.get('batches.scheduled', {});
    expect(scheduled.map(({ batchId }) => batchId).toSorted()).toEqual([damaged, sound].toSorted());
    await office.pass(hourMs);
    expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
      released: [{ batchId: sound }],
    });
    await office.get('batches.unschedule', { batchId: damaged });
    expect(await office.get('attention.list', {})).toEqual([]);
  },
);

it('a scheduled batch that was released before something failed is listed as released, and is sent once', async () => {
  const office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A-1' }], 'payroll.csv');
  expect((await office.release(batchId, at)).ok).toBe(true);
  await office.pass(hourMs);
  const { queueRows } = office.store;
  const failing = () => {
    throw new Error('the disk is full');
  };
  Object.assign(office.store, { queueRows: failing });
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [{ batchId }],
    refused: [],
  });
  Object.assign(office.store, { queueRows });
  await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 60_000 });
  expect(office.gateway.book().map(({ postsSeen }) => postsSeen)).toEqual([1]);
});
