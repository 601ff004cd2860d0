import { describe, expect, it } from 'vitest';
import { batchOutcome } from '../../../contract/text/outcome.ts';
import { openBook } from '../pay-once/book-desk.ts';

const rows = Array.from({ length: 12 }, (_, index) => ({
  accountNumber: `A-${index + 1}`,
  amount: `${index + 1}.00`,
  accountName: `Payee ${index + 1}`,
  reference: `invoice ${index + 1}`,
}));

/** A batch that a person cancelled after some of its requests were lost on their way, because the gateway fell silent. */
async function cancelledInDoubt() {
  const opened = await openBook();
  const { gateway, desk } = opened;
  for (const { accountNumber } of rows)
    gateway.treat(accountNumber, { posts: [{ isEffective: false, answer: 'reset' }], getStatus: 500 });
  const batchId = await desk.draft(rows);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  expect(await desk.run(batchId)).toMatchObject({ outcome: 'silent' });
  const inDoubt = rows.filter((_, index) => desk.states(batchId)[index] === 'unknown');
  expect(inDoubt).not.toEqual([]);
  const cancelledRows = rows.length - inDoubt.length;
  expect(await desk.get('batches.cancel', { batchId })).toEqual({ cancelledRows, state: 'released' });
  expect(cancelledRows).toBeGreaterThan(0);
  for (const { accountNumber } of rows) gateway.treat(accountNumber, {});
  const isPaused = async () => (await desk.get('batches.summary', { batchId })).isPaused;
  return { ...opened, batchId, inDoubt, isPaused, states: () => new Set(desk.states(batchId)) };
}

describe('a batch that a person cancelled while requests are in doubt', () => {
  it('is paused, so that nothing more of it is sent, also after a restart, until it is resumed', async () => {
    const { gateway, desk, batchId, inDoubt, isPaused, states } = await cancelledInDoubt();
    await desk.run();
    await desk.restart();
    await desk.run();
    expect([states(), gateway.accepted()]).toEqual([new Set(['unknown', 'cancelled']), []]);
    expect(await isPaused()).toBe(true);
    const { problem } = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    expect(problem).toEqual({ code: 'heldBack' });
    await desk.get('batches.resume', { batchId });
    await desk.run();
    expect(states()).toEqual(new Set(['paid', 'cancelled']));
    expect(gateway.accepted()).toHaveLength(inDoubt.length);
    expect((await desk.get('audit.verify', {})).problems).toEqual([]);
  });

  it('still learns that the gateway has them, and is not called paused once nothing is left to send', async () => {
    const { gateway, desk, time, batchId, inDoubt, states } = await cancelledInDoubt();
    for (const { accountNumber, amount } of inDoubt) {
      gateway.treat(accountNumber, { status: 'PENDING', isProcessed: false });
      const idPayment = desk.idOf(batchId, Number(accountNumber.slice(2)));
      gateway.enter({ idPayment, accountNumber, amount, currencyCode: 'EUR', createdAt: time.now() });
      await desk.get('payouts.refresh', { idPayout: idPayment });
    }
    expect(states()).toEqual(new Set(['accepted', 'cancelled']));
    expect(batchOutcome(await desk.get('batches.summary', { batchId })).text).toBe('In progress');
  });
});
