import { expect, it, onTestFinished } from 'vitest';
import { settled } from '../../simulation/virtual-clock.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

it('while every payout waits for a gateway that does not answer, a run checks it a few times a minute and rests in between', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const run = { until: 'final', silenceLimitMs: dayMs } as const;
  const retries: string[] = [];
  // One payout that cannot be asked about does not mean that the gateway is silent; four do.
  for (const account of ['19001', '29001', '39001', '49001']) {
    const { batchId } = await office.draft([{ amount: '10.00', account }], `${account}.csv`);
    await office.release(batchId);
    await office.get('batches.run', { batchIds: [batchId], ...run });
    expect(office.store.countByState(batchId)).toEqual({ failed: 1 });
    const retry = await office.get('batches.retry', { batchId });
    await office.release(retry.batchId);
    retries.push(retry.batchId);
  }
  // Their releases have asked; a day later that has to be asked once more.
  await office.pass(dayMs);
  office.isDown = true;
  const ended = office.tell('batches.run', { batchIds: retries, ...run });
  const begun = office.time.now();
  let passes = 0;
  while (office.time.now() < begun + 30 * minuteMs && passes < 5000) {
    await settled();
    office.time.advance();
    passes += 1;
  }
  expect(passes).toBeLessThan(5000);
  expect(retries.map((id) => office.store.countByState(id))).toEqual(retries.map(() => ({ queued: 1 })));
  office.isDown = false;
  expect(await ended).toMatchObject({ ok: true, value: { outcome: 'done' } });
});
