import { describe, expect, it, vi } from 'vitest';
import { retryIdOf } from '../../../main/core/payments/identity.ts';
import { openBook } from './book-desk.ts';
import { merchantCode } from './book-gateway.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const bea = { accountNumber: 'B-2', amount: '20.00', accountName: 'Bea', reference: 'invoice 2' };
const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;
const lost = { posts: [{ isEffective: false, answer: 500 }], getStatus: 500 };

describe('clock changes', () => {
  it.each([
    ['forward by a year', year],
    ['forward by 30 hours', 30 * hour],
    ['back by 30 hours', -30 * hour],
    ['back by a year', -year],
  ])('%s leave no unknown payout to a person, and it is paid once', async (_how, ms) => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', lost);
    const batchId = await desk.pay([ada]);
    expect(desk.states(batchId)).toEqual(['unknown']);
    time.set(ms);
    await desk.restart();
    gateway.treat('A-1', {});
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('back by a year in the middle of a run do not postpone queries by a year', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { status: 'PENDING', isProcessed: false });
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    await desk.get('batches.run', {
      batchIds: [batchId],
      until: 'sent',
      silenceLimitMs: 60_000,
      mustReach: true,
    });
    const begun = time.steady();
    const run = desk.run(batchId);
    time.set(-year);
    gateway.treat('A-1', {});
    await run;
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(time.steady() - begun).toBeLessThan(3 * hour);
  });

  it('back by a year do not postpone the next query about a failed payout', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const batchId = await desk.pay([ada]);
    time.set(-year);
    gateway.treat('A-1', {});
    await desk.restart();
    await desk.run(batchId);
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
  });

  it('that differ from the gateway by hours keep our payouts ours', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.shiftClock(-7 * hour);
    time.set(3 * hour);
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 'reset' }] });
    const batchId = await desk.pay([ada]);
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it.each([
    ['our payout ours', [{ isEffective: true, answer: 'reset' }]],
    [
      'our payout ours, also if the request is repeated',
      [
        { isEffective: true, answer: 503 },
        { isEffective: true, answer: 409 },
      ],
    ],
  ] as const)('that disagree within the gateway keep %s', async (_which, posts) => {
    const { gateway, desk } = await openBook();
    // As where the time of creation is local time that is written as UTC.
    gateway.shiftCreated(-7 * hour);
    gateway.treat('A-1', { posts, hiddenGets: posts.length - 1 });
    const batchId = await desk.pay([ada]);
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('of the gateway by a day leave no payout in doubt to a person, nor repeat its request, until both clocks say that it is old', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', lost);
    const batchId = await desk.pay([ada]);
    const idPayout = desk.idOf(batchId);
    gateway.treat('A-1', {});
    gateway.shiftClock(25 * hour);
    await desk.get('payouts.refresh', { idPayout });
    expect(await desk.get('payouts.show', { idPayout })).toMatchObject({ state: 'unknown', decisions: [] });
    expect(gateway.timesPaid('A-1')).toBe(0);
    gateway.shiftClock(0);
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('of the gateway, of which one is days ahead for good, do not make our payout one that others paid', async () => {
    const { gateway, desk } = await openBook();
    gateway.shiftClock(49 * hour);
    gateway.shiftCreated(-49 * hour);
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 'reset' }] });
    const batchId = await desk.pay([ada]);
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('of the gateway, a day ahead while a request left, do not make our payout one that others paid', async () => {
    const { gateway, desk } = await openBook();
    gateway.shiftClock(25 * hour);
    gateway.shiftCreated(-25 * hour);
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 'reset' }], getStatus: 500 });
    const batchId = await desk.draft([ada]);
    await desk.release(batchId);
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    gateway.shiftClock(0);
    gateway.treat('A-1', {});
    await desk.run();
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('are not needed to see that a day has passed', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', lost);
    const batchId = await desk.pay([ada]);
    time.pass(25 * hour);
    time.set(-25 * hour);
    gateway.treat('A-1', {});
    await desk.run();
    expect(desk.states(batchId)).toEqual(['unknown']);
    const { decisions } = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    expect(decisions).toEqual(['sendAgain', 'notAccepted']);
    expect(gateway.timesPaid('A-1')).toBe(0);
  });
});

it('a retry whose request waited for its turn while the computer slept does not leave before the old payout was asked about', async () => {
  const { gateway, desk, time } = await openBook();
  gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
  const batchId = await desk.pay([ada]);
  const retry = (await desk.get('batches.retry', { batchId })).batchId;
  expect(await desk.release(retry)).toMatchObject({ ok: true });
  const idPayout = desk.idOf(retry);
  // Too many requests: it waits for its turn again.
  gateway.treat(idPayout, { posts: [{ isEffective: false, answer: 429 }] });
  const run = desk.run(retry);
  const hasLeft = (): boolean =>
    gateway.requests().some((request) => request.method === 'POST' && request.idPayment === idPayout);
  await vi.waitFor(() => expect(hasLeft()).toBe(true), { interval: 1, timeout: 10_000 });
  time.pass(8 * hour);
  gateway.treat('A-1', {});
  await run;
  expect(desk.states(batchId)).toEqual(['paid']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

it('a retry does not leave by an answer from before a sleep because those about the rows after it came on waking', async () => {
  const { gateway, desk, time } = await openBook();
  for (const account of ['A-1', 'B-2']) gateway.treat(account, { status: 'FAILED', isProcessed: true });
  const batchId = await desk.pay([ada, bea]);
  const retry = (await desk.get('batches.retry', { batchId })).batchId;
  expect(await desk.release(retry)).toMatchObject({ ok: true });
  time.pass(hour);
  let isAwake = false;
  // The last question about the second row, when the old payout of the first has been asked about.
  gateway.treat(retryIdOf({ merchantCode, baseUrl: gateway.url }, desk.idOf(batchId, 2), 4), {
    get getStatus() {
      if (!isAwake) {
        time.pass(8 * hour);
        gateway.treat('A-1', {});
      }
      isAwake = true;
      return 410;
    },
  });
  await desk.run(retry);
  expect(isAwake).toBe(true);
  expect(desk.states(batchId)).toEqual(['paid', 'failed']);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

describe('the clock of this computer set back since its release', () => {
  it('does not let a retry that waited leave without a query about the old payout', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
    const batchId = await desk.pay([ada]);
    time.set(2 * hour);
    const retry = (await desk.get('batches.retry', { batchId })).batchId;
    expect(await desk.release(retry)).toMatchObject({ ok: true });
    time.set(-2 * hour);
    time.pass(2.2 * hour);
    gateway.treat('A-1', {});
    await desk.restart();
    await desk.run(retry);
    expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['paid', 'cancelled']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

describe('the clock of this computer set back since the gateway was asked', () => {
  it('does not let a retry leave by an answer of hours ago, while its batch is sent', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
    gateway.treat('B-2', { status: 'FAILED', isProcessed: true });
    const batchId = await desk.pay([ada, bea]);
    time.set(2 * hour);
    const retry = (await desk.get('batches.retry', { batchId })).batchId;
    expect(await desk.release(retry)).toMatchObject({ ok: true });
    time.pass(2 * hour);
    gateway.onAccepted(({ accountNumber }) => {
      if (accountNumber !== 'A-1') return;
      time.set(-2 * hour);
      time.pass(2 * hour);
      gateway.treat('B-2', {});
    });
    await desk.run(retry);
    expect(desk.states(retry)).toEqual(['failed', 'cancelled']);
    expect(gateway.timesPaid('B-2')).toBe(1);
  });

  it('does not let a retry be released by an answer of hours ago, while a person decides', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
    time.set(2 * hour);
    const batchId = await desk.pay([ada]);
    const retry = (await desk.get('batches.retry', { batchId })).batchId;
    desk.whileConfirming(() => {
      time.set(-2 * hour);
      time.pass(2 * hour);
      gateway.treat('A-1', {});
    });
    expect(await desk.release(retry)).toMatchObject({ ok: false, error: { code: 'retryOvertaken' } });
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

describe('long waits', () => {
  it('of the runner for a failed payout do not spin, and end when it is due', async () => {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const batchId = await desk.pay([ada]);
    // Asked often enough that the next question is a week away.
    for (let round = 0; round < 6; round += 1) {
      time.pass(8 * day);
      await desk.run();
    }
    gateway.treat('A-1', {});
    const begun = time.steady();
    const before = time.sleeps();
    await desk.get('runner.start', {});
    await expect.poll(() => desk.states(batchId), { timeout: 60_000 }).toEqual(['paid']);
    await desk.get('runner.stop', {});
    expect(time.steady() - begun).toBeGreaterThan(6 * day);
    // A sleep of an hour at most: a week of them, and no more than a few for each.
    expect(time.sleeps() - before).toBeLessThan(2000);
  });
});
