import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const minuteMs = 60_000;

it('an unattended run does not wait for a payout that the gateway never finishes, and the next run releases what has become due since', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8), settleMs: 3 * minuteMs });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const runDue = async () => {
    const begun = office.time.now();
    const due = await office.get('batches.releaseDue', { lateAfterMs: 120 * minuteMs });
    const end = await office.get('batches.run', {
      batchIds: null,
      until: 'still',
      silenceLimitMs: 5 * minuteMs,
    });
    return { released: due.released, outcome: end.outcome, tookMs: office.time.now() - begun };
  };
  const stuck = await office.draft([
    { amount: '10.00', account: '9009' },
    { amount: '11.00', account: '1' },
  ]);
  await office.release(stuck.batchId);
  const later = await office.draft([{ amount: '20.00', account: '2' }], 'later.csv');
  const at = new Date(office.clock.now() + 5 * minuteMs).toISOString();
  expect((await office.release(later.batchId, at)).ok).toBe(true);

  const first = await runDue();
  expect(first).toMatchObject({ released: [], outcome: 'silent' });
  expect(first.tookMs).toBeLessThan(10 * minuteMs);
  expect(office.store.countByState(stuck.batchId)).toEqual({ accepted: 1, paid: 1 });

  const second = await runDue();
  expect(second).toMatchObject({ released: [{ batchId: later.batchId }], outcome: 'silent' });
  expect(office.store.countByState(later.batchId)).toEqual({ paid: 1 });
});
