import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const hourMs = 60 * 60_000;
const at = new Date(start + hourMs).toISOString();

it.each([
  ['ended', 'UPDATE batches SET scheduledFor = ?'],
  ['set to wait for a person', 'UPDATE batches SET scheduledFor = ?, scheduleError = NULL'],
])('a schedule that was %s is not resumed by editing the database', async (how, edit) => {
  const office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A-1' }], 'payroll.csv');
  const kept = await office.release(batchId, at);
  expect(kept.ok).toBe(true);
  if (how === 'ended') await office.get('batches.unschedule', { batchId });
  else office.store.holdSchedule(batchId, start + hourMs, 'recordsOlder', office.clock.now());
  const database = new Sqlite(Buffer.from(office.store.image()));
  database.prepare(edit).run(start + hourMs);
  await office.restart({}, database.serialize());
  await office.pass(hourMs);
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [],
    refused: [{ batchId, error: 'rowsTampered' }],
  });
  expect(office.gateway.book()).toEqual([]);
  // A person who schedules it once more is heard.
  await office.get('batches.unschedule', { batchId });
  const again = new Date(start + 2 * hourMs).toISOString();
  expect((await office.release(batchId, again)).ok).toBe(true);
  await office.pass(hourMs);
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [{ batchId }],
  });
});
