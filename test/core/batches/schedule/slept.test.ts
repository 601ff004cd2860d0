import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 20);
const hourMs = 3_600_000;

it('a scheduled release is made at its time on a computer that slept before it', async () => {
  const office = new VirtualOffice({ start });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A-1' }]);
  expect(await office.release(batchId, new Date(start + 12 * hourMs).toISOString())).toMatchObject({
    ok: true,
  });
  await office.pass(hourMs);
  office.clock.fallAsleep();
  await office.pass(10 * hourMs);
  office.clock.wakeUp();
  await office.pass(hourMs / 2);
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({ released: [] });
  await office.pass(hourMs);
  expect(await office.get('batches.releaseDue', { lateAfterMs: hourMs })).toMatchObject({
    released: [{ batchId }],
  });
});

it('what came due while the computer slept waits for a person, also if it fell asleep in the middle of another release', async () => {
  let isToSleep = false;
  const office = new VirtualOffice({
    start,
    onDeparture: () => {
      if (!isToSleep) return;
      isToSleep = false;
      // Every timer ends only after that.
      const until = office.time.now() + hourMs;
      void office.time.sleep(hourMs);
      office.clock.fallAsleep();
      while (office.time.now() < until) office.time.advance();
      office.clock.wakeUp();
    },
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const scheduled = async (account: string, afterMs: number): Promise<string> => {
    const { batchId } = await office.draft([{ amount: '10.00', account }]);
    expect((await office.release(batchId, new Date(start + afterMs).toISOString())).ok).toBe(true);
    return batchId;
  };
  await scheduled('A-1', 2 * hourMs);
  const batchId = await scheduled('B-2', 2.5 * hourMs);
  await office.get('runner.start', {});
  await office.pass(2 * hourMs - 10_000);
  isToSleep = true;
  await office.pass(2 * hourMs);
  expect(isToSleep).toBe(false);
  expect(office.store.findBatch(batchId)?.releasedAt).toBeNull();
  const listed = await office.get('attention.list', {});
  expect(listed).toContainEqual(expect.objectContaining({ batchId, trouble: { code: 'late' } }));
});
