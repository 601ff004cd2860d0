import { describe, expect, it } from 'vitest';
import { retriedWarnings } from '../../../contract/text/payees.ts';
import { problemText } from '../../../contract/text/problem-text.ts';
import { openBook } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };

describe.each([402, 410, 418, 422])('a first request answered %i, which refuses no create', (answer) => {
  it('that took effect before queries see it is never rejected, not retried, and paid once', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer }] });
    const batchId = await desk.draft([ada]);
    const idPayout = desk.idOf(batchId);
    gateway.treat(idPayout, { hiddenGets: 4 });
    await desk.release(batchId);
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect(desk.states(batchId)).toEqual(['unknown']);
    expect(await desk.retry(batchId)).toEqual({ refused: 'notReleasable' });
    await desk.run();
    const { events } = await desk.get('payouts.show', { idPayout });
    expect(events.map(({ to }) => to)).not.toContain('rejected');
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('that had no effect is rejected within a quarter of an hour, with the reason, and its retry is paid once', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer }] });
    const begun = time.steady();
    const batchId = await desk.pay([ada]);
    expect(time.steady() - begun).toBeLessThan(15 * 60_000);
    expect(desk.states(batchId)).toEqual(['rejected']);
    const detail = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    const subject = { ...detail.money, kind: 'payout', idPayment: detail.idPayout } as const;
    expect(detail.problem?.code).toBe('refused');
    expect(detail.problem === null ? '' : problemText(detail.problem, subject)).toContain(String(answer));
    gateway.treat('A-1', {});
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

it('a status of what a retry retries is shown and compared however rare it is among those of other payouts', async () => {
  const { gateway, desk } = await openBook();
  const lines = Array.from({ length: 23 }, (_, row) => ({
    ...ada,
    accountName: `Ada ${row}`,
    accountNumber: `A-${row}`,
  }));
  for (const [row, { accountNumber }] of lines.entries()) {
    const status = row === 22 ? 'RARE' : `FREQUENT_${row % 11}`;
    gateway.treat(accountNumber, { status, isProcessed: true });
  }
  const batchId = await desk.pay(lines);
  const { batchId: retry, rowsHash } = await desk.get('batches.retry', { batchId });
  const { retried } = await desk.get('batches.check', { batchId: retry });
  expect(retried).toHaveLength(12);
  expect(retried.at(-1)).toEqual({ status: 'RARE', count: 1 });
  expect(retriedWarnings(retried).join()).toContain('1 with RARE');
  desk.whileConfirming(async () => {
    gateway.treat('A-22', { status: 'COMPLETED', isProcessed: true });
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId, 23) });
  });
  const released = await desk.tell('batches.release', { batchId: retry, rowsHash });
  expect(released.ok ? null : released.error.code).toBe('retryOvertaken');
  expect(gateway.timesPaid('A-22')).toBe(1);
});
