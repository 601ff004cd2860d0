import { describe, expect, it } from 'vitest';
import { batchOutcome, moneyOutcomes } from '../../../contract/text/outcome.ts';
import { openBook } from './book-desk.ts';
import type { Conduct } from './book-gateway.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const hour = 3_600_000;

/** A released payout whose order ID another system used this many hours before, and a gateway that treats it like this. */
async function releasedAfter(hours: number, conduct: Conduct) {
  const opened = await openBook();
  const { gateway, desk, time } = opened;
  const batchId = await desk.draft([ada]);
  const idPayout = desk.idOf(batchId);
  const entry = { idPayment: idPayout, accountNumber: 'A-1', amount: '10.00', currencyCode: 'EUR' };
  gateway.enter({ ...entry, createdAt: time.now() - hours * hour });
  gateway.treat(idPayout, conduct);
  expect(await desk.release(batchId)).toMatchObject({ ok: true });
  const posts = (): number =>
    gateway.requests().filter(({ method, idPayment }) => method === 'POST' && idPayment === idPayout).length;
  const run = () =>
    desk.get('batches.run', {
      batchIds: [batchId],
      until: 'sent',
      silenceLimitMs: 600_000,
      mustReach: false,
    });
  const show = () => desk.get('payouts.show', { idPayout });
  return { ...opened, batchId, idPayout, posts, run, show };
}

describe('an order ID used by another system, at a gateway that does not find the payout at first', () => {
  it.each([
    { says: 'since when', conduct: { hiddenGets: 2 } },
    { says: 'since when, after several questions', conduct: { hiddenGets: 5 } },
    { says: 'not since when', conduct: { hiddenGets: 2, hasCreatedAt: false } },
  ])('is outside if every request was answered 409 and the response is $says', async ({ conduct }) => {
    const { batchId, desk, gateway, posts, run } = await releasedAfter(10, conduct);
    await run();
    expect(posts()).toBeGreaterThan(1);
    expect(desk.states(batchId)).toEqual(['outside']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is outside if only a repetition was answered 409 and the gateway had it long before', async () => {
    const { batchId, desk, gateway, posts, run } = await releasedAfter(30, {
      posts: [{ isEffective: false, answer: 'reset' }],
      hiddenGets: 3,
    });
    await run();
    expect(posts()).toBe(2);
    await desk.run();
    expect(desk.states(batchId)).toEqual(['outside']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

it('a payment made outside is not counted as unpaid if a person wants the row paid again', async () => {
  const { batchId, desk, idPayout, run } = await releasedAfter(10, {});
  await run();
  await desk.get('payouts.decide', { idPayout, decision: 'payAgain' });
  const report = await desk.get('batches.show', { batchId });
  expect(report).toMatchObject({ byState: { rejected: 1 }, paidByRetry: 0, paidOutside: 1, retriable: 1 });
  expect(batchOutcome(report).text).toBe('Completed, 1 paid outside Bursar before');
  expect(moneyOutcomes(report)).toMatchObject([
    { paid: null, notPaid: null, paidOutside: { amount: '10.00', count: 1 } },
  ]);
  const retry = String(await desk.retry(batchId, true));
  expect(desk.states(retry)).toEqual(['paid']);
  const csv = await desk.get('batches.export', { batchId: retry, format: 'csv' });
  const [header = '', row = ''] = new TextDecoder().decode(csv.bytes).split('\r\n');
  const { processedAt } = await desk.get('payouts.show', { idPayout: desk.idOf(retry) });
  expect(processedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(row.split(',').at(header.split(',').indexOf('processedAt'))).toBe(processedAt);
  const after = await desk.get('batches.show', { batchId });
  expect(batchOutcome(after).text).toBe('Completed, 1 paid by retry');
  expect(moneyOutcomes(after)).toMatchObject([{ notPaid: null, paidOutside: { amount: '10.00' } }]);
});

it('an order ID that the gateway refuses and does not know waits for a person after a day, and is never called accepted', async () => {
  const { batchId, desk, gateway, idPayout, posts, run, show, time } = await releasedAfter(10, {
    getStatus: 410,
  });
  await run();
  expect(desk.states(batchId)).toEqual(['unknown']);
  expect(posts()).toBeLessThan(20);
  time.pass(25 * hour);
  await run();
  const waits = await show();
  expect(waits).toMatchObject({ state: 'unknown', decisions: ['sendAgain', 'notAccepted'] });
  expect(waits.problemMessage).toContain('this order ID was used before');
  const sent = posts();
  await desk.get('payouts.decide', { idPayout, decision: 'sendAgain' });
  await run();
  expect(posts()).toBe(sent + 1);
  time.pass(hour);
  await run();
  expect(await show()).toMatchObject({ state: 'unknown', decisions: ['sendAgain', 'notAccepted'] });
  expect((await show()).events.map(({ to }) => to)).not.toContain('accepted');
  gateway.treat(idPayout, { hasCreatedAt: false });
  await desk.get('payouts.refresh', { idPayout });
  expect(desk.states(batchId)).toEqual(['outside']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it.each([401, 429])(
  'a payout whose request was answered %i, with effect, and its repetition 409, is described by these answers',
  async (answer) => {
    const { desk, gateway } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer }] });
    const known = await desk.pay([ada]);
    expect(desk.states(known)).toEqual(['paid']);
    gateway.treat('A-2', { posts: [{ isEffective: true, answer }], hasCreatedAt: false });
    const batchId = await desk.pay([{ ...ada, accountNumber: 'A-2', accountName: 'Bob' }]);
    const { state, problemMessage } = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    expect(state).toBe('outside');
    expect(problemMessage).toContain('It seems that');
    expect(problemMessage).toContain('none of its answers says that it accepted a request');
    expect(problemMessage).not.toContain('first request');
  },
);
