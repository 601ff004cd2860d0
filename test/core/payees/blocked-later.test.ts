import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';

it('a payee that is blocked while its payout is unknown is not sent to again, until it is unblocked', async () => {
  const office = await openOffice({ longestWaitMs: 20 });
  const { batchId: first } = await office.draft(['1.00']);
  await office.releaseAll(first);
  await office.get('batches.run', { batchIds: [first], until: 'final', silenceLimitMs: 10_000 });
  const { batchId } = await office.draft(['2.00']);
  await office.releaseAll(batchId);
  const unsent = () => {
    const [payment] = office.store.rowsOfBatch(batchId, 0, 1);
    if (payment === undefined) throw new Error('the batch has no row');
    const { state, problem, paymentId, idPayment } = payment;
    return { state, problem, idPayment, sent: office.store.attemptsOf(paymentId).length };
  };
  office.lose(true);
  await office.tell('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 500 });
  expect(unsent()).toMatchObject({ state: 'unknown', sent: 1 });
  office.lose(false);
  const { payees } = await office.get('payees.list', { search: 'Payee 0', limit: 2 });
  const payeeId = payees[0]?.payeeId ?? '';
  await office.get('payees.block', { payeeId });
  office.wait(10_000);
  const stopping = new AbortController();
  const input = { batchIds: [batchId], until: 'final' as const, silenceLimitMs: 60_000 };
  const running = office.tell('batches.run', input, stopping.signal);
  await office.until(() => unsent().problem?.code === 'payeeBlocked' || unsent().state !== 'unknown');
  stopping.abort();
  await running;
  expect(unsent()).toMatchObject({ state: 'unknown', problem: { code: 'payeeBlocked' }, sent: 1 });
  const { problemMessage } = await office.get('payouts.show', { idPayout: unsent().idPayment });
  expect(problemMessage).toContain('its payee is blocked');
  expect((await office.get('audit.verify', {})).problems).toEqual([]);
  await office.get('payees.unblock', { payeeId });
  office.wait(600_000);
  await office.tell('batches.run', input);
  expect(unsent()).toMatchObject({ state: 'paid', sent: 2 });
});
