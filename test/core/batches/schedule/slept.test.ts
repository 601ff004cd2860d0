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
