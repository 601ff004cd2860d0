import { describe, expect, it } from 'vitest';
import { openBook } from '../pay-once/book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const again = { ...ada, reference: 'invoice 1, second try' };
const bob = { ...ada, accountNumber: 'A-3', accountName: 'Bob', amount: '3.00', reference: 'invoice 3' };
const failed = { status: 'FAILED', isProcessed: true } as const;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** A payout that failed, and a released one that repeats it and waits. */
async function openWaiting(...others: readonly (typeof ada)[]) {
  const { gateway, desk, time } = await openBook();
  gateway.treat('A-1', failed);
  const first = await desk.pay([ada]);
  const batchId = await desk.draft([...others, again]);
  expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  const firstId = desk.idOf(first);
  return { gateway, desk, time, first, firstId, batchId };
}

describe('a released row that repeats a payout which had failed, and was paid since without Bursar knowing,', () => {
  it.each([
    ['nothing of it had left before the backup', false],
    ['its request had left before the backup', true],
  ])('is not sent after a restore by a run of its batch alone, if %s', async (_which, hadLeft) => {
    const { gateway, desk, first, batchId } = await openWaiting();
    if (hadLeft) {
      gateway.treat(desk.idOf(batchId), { posts: [{ isEffective: false, answer: 500 }], getStatus: 500 });
      await desk.get('batches.run', {
        batchIds: [batchId],
        until: 'sent',
        silenceLimitMs: 60_000,
        mustReach: false,
      });
      expect(desk.states(batchId)).toEqual(['unknown']);
      gateway.treat(desk.idOf(batchId), {});
    }
    await desk.restore(await desk.backup());
    gateway.treat('A-1', {});
    await desk.run(batchId);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['unknown']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is not sent after a restore while the gateway does not say what became of that payout', async () => {
    const { gateway, desk, firstId, first, batchId } = await openWaiting();
    await desk.restore(await desk.backup());
    gateway.treat('A-1', {});
    gateway.treat(firstId, { getStatus: 403 });
    await desk.get('batches.run', { batchIds: null, until: 'sent', silenceLimitMs: 60_000 });
    expect([desk.states(first), desk.states(batchId)]).toEqual([['failed'], ['queued']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
    gateway.treat(firstId, { status: 'FAILED' });
    await desk.run();
    expect([desk.states(first), desk.states(batchId)]).toEqual([['failed'], ['paid']]);
  });

  it('is not sent while the gateway answers without saying what became of that payout', async () => {
    const { gateway, desk, time, firstId, first, batchId } = await openWaiting();
    time.pass(2 * hourMs);
    gateway.treat('A-1', {});
    gateway.treat(firstId, { status: null });
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect([desk.states(first), desk.states(batchId)]).toEqual([['failed'], ['queued']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it.each([2 * hourMs, 20 * minuteMs])('is not sent if it waited for %d ms', async (waitedMs) => {
    const { gateway, desk, time, first, batchId } = await openWaiting(bob);
    await desk.get('batches.pause', { batchId });
    await desk.run();
    gateway.treat('A-1', {});
    time.pass(waitedMs);
    await desk.get('batches.resume', { batchId });
    await desk.run(batchId);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['paid', 'cancelled']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

it('a released row that repeats a rejected payout is not sent after a restore if the gateway has that payout after all', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { posts: [{ isEffective: true, answer: 406 }] });
  const first = await desk.pay([ada]);
  expect(desk.states(first)).toEqual(['rejected']);
  gateway.treat('A-1', {});
  const batchId = await desk.draft([again]);
  expect(await desk.release(batchId)).toMatchObject({ ok: true });
  const backup = await desk.backup();
  await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
  expect(desk.states(first)).toEqual(['paid']);
  await desk.restore(backup);
  await desk.run();
  expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['unknown']]);
  expect(gateway.timesPaid('A-1')).toBe(1);
});

describe('a released row that repeats a payout which a person marked as not accepted', () => {
  /** Such a payout, which the gateway has if `isThere`, and a released row that repeats it and has waited for hours. */
  async function openDecided(isThere: boolean) {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: isThere, answer: 500 }], getStatus: 403 });
    const first = await desk.draft([ada]);
    await desk.release(first);
    const ask = () =>
      desk.get('batches.run', { batchIds: null, until: 'sent', silenceLimitMs: 60_000, mustReach: false });
    await ask();
    time.pass(25 * hourMs);
    await ask();
    const firstId = desk.idOf(first);
    await desk.get('payouts.decide', { idPayout: firstId, decision: 'notAccepted' });
    gateway.treat('A-1', {});
    gateway.treat(firstId, { getStatus: 403 });
    const release = async () => {
      const batchId = await desk.draft([bob, again]);
      expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
      return batchId;
    };
    const batchId = await release();
    await desk.get('batches.pause', { batchId });
    time.pass(2 * hourMs);
    await desk.get('batches.resume', { batchId });
    return { gateway, desk, time, first, firstId, batchId, release, ask };
  }

  it('is not sent if the gateway has paid that payout', async () => {
    const { gateway, desk, first, firstId, batchId } = await openDecided(true);
    gateway.treat(firstId, {});
    await desk.run(batchId);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['paid', 'cancelled']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is sent if the gateway does not know that payout', async () => {
    const { gateway, desk, first, firstId, batchId } = await openDecided(false);
    gateway.treat(firstId, {});
    await desk.run(batchId);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['rejected'], ['paid', 'paid']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it.each([{ getStatus: 403 }, { getStatus: 500 }, { hasMoney: false }])(
    'waits while the gateway does not say what became of that payout (%o)',
    async (silent) => {
      const { gateway, desk, firstId, batchId, ask } = await openDecided(true);
      gateway.treat(firstId, silent);
      await ask();
      expect(desk.states(batchId)).toEqual(['paid', 'queued']);
      expect(gateway.timesPaid('A-1')).toBe(1);
    },
  );

  it.each([0, 40])(
    'is sent without that answer once a person has cancelled it and released it again, also %d minutes later',
    async (minutes) => {
      const { desk, time, batchId, release, ask } = await openDecided(false);
      await ask();
      await desk.get('batches.cancel', { batchId });
      const later = await release();
      time.pass(minutes * minuteMs);
      await desk.run(later);
      expect([desk.states(batchId), desk.states(later)]).toEqual([
        ['paid', 'cancelled'],
        ['paid', 'paid'],
      ]);
    },
  );
});
