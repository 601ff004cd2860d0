import { expect, it, onTestFinished } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

it('a payee blocked while its payout is unknown is not sent to again until it is unblocked', async () => {
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

it('a repetition ordered by a person waits while the payee is blocked, and the payout is not called unsent', async () => {
  let isLost = false;
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    weather: {
      ...fairWeather,
      get lostRequest() {
        return isLost ? 1 : 0;
      },
    },
  });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const first = await office.draft([{ amount: '1.00', account: 'A-1' }], 'first.csv');
  expect((await office.release(first.batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: 60_000 });
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A-1' }]);
  const run = () =>
    office.tell('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
  expect((await office.release(batchId)).ok).toBe(true);
  isLost = true;
  await run();
  isLost = false;
  await office.pass(25 * 60 * 60_000);
  await run();
  const shown = () => office.get('payouts.show', { idPayout: `${batchId}-1` });
  expect(await shown()).toMatchObject({ state: 'unknown', decisions: ['sendAgain', 'notAccepted'] });
  const { payees } = await office.get('payees.list', { search: '', limit: 2 });
  await office.get('payees.block', { payeeId: payees[0]?.payeeId ?? '' });
  await office.get('payouts.decide', { idPayout: `${batchId}-1`, decision: 'sendAgain' });
  await run();
  const { state, attempts, events } = await shown();
  expect([state, attempts.length]).toEqual(['unknown', 1]);
  expect(events.map(({ cause }) => cause)).toContain(
    `Removed from the queue: payee ${payees[0]?.payeeId} is blocked`,
  );
  expect(office.gateway.book()).toHaveLength(1);
});
