import { describe, expect, it } from 'vitest';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { scheduleErrorText } from '../../../contract/text/failure.ts';
import { releaseFaultText } from '../../../renderer/batches/batch/release-text.ts';
import { openBook } from './book-desk.ts';
import type { Conduct } from './book-gateway.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const failed = { status: 'FAILED', isProcessed: true } as const;
const held = { ok: false, error: { code: 'duplicateHeld' } };
/** Not the duplicates: these are as the person confirmed them. */
const cameBack = { ok: false, error: { code: 'repeatRevived' } };

/** The same row again, and what a person may take for another one. */
const again = [
  ['the same row', ada],
  ['a row with another reference', { ...ada, reference: 'invoice 1, second try' }],
  ['a row with another account', { ...ada, accountNumber: 'A-2' }],
  ['a row with another amount', { ...ada, amount: '10.50' }],
] as const;

/** A payout that failed, another that paid the same since, and the draft of a third, whose finding names the second. */
async function openPaidAgain() {
  const { gateway, desk, time } = await openBook();
  gateway.treat('A-1', failed);
  const first = await desk.pay([ada]);
  gateway.treat(desk.idOf(first), failed);
  gateway.treat('A-1', {});
  await desk.pay([{ ...ada, reference: 'invoice 2' }], true);
  const batchId = await desk.draft([{ ...ada, reference: 'invoice 1, again' }]);
  return { gateway, desk, time, first, batchId };
}

describe('a row that a person pays again because the gateway reported it as failed', () => {
  it.each(again)('is held if it was paid after all: %s', async (_what, line) => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', failed);
    const first = await desk.pay([ada]);
    gateway.treat('A-1', {});
    const batchId = await desk.draft([line]);
    expect(await desk.release(batchId, true)).toMatchObject(held);
    expect(desk.states(first)).toEqual(['paid']);
    expect(desk.states(batchId)).toEqual(['draft']);
    expect(gateway.timesPaid('A-1') + gateway.timesPaid('A-2')).toBe(1);
  });

  it('is paid if the gateway still reports it as failed', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', failed);
    const first = await desk.pay([ada]);
    const batchId = await desk.draft([ada]);
    gateway.treat(desk.idOf(batchId), {});
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
    await desk.run(batchId);
    expect(desk.states(first)).toEqual(['failed']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('is held if the gateway reports another status by then than its finding shows, which may mean that it was paid', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', failed);
    const first = await desk.pay([ada]);
    const batchId = await desk.draft([ada]);
    const endsShown = async () =>
      (await desk.get('batches.duplicates', { batchId })).rows.map(({ equalTo }) => equalTo.endedWith);
    expect(await endsShown()).toEqual(['FAILED']);
    gateway.treat(desk.idOf(first), { ...failed, status: 'COMPLETED' });
    expect(await desk.release(batchId, true)).toMatchObject(held);
    expect(await endsShown()).toEqual(['COMPLETED']);
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['draft'], 1]);
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  });

  it('is held if an earlier one of those that it repeats was paid after all', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', failed);
    const first = await desk.pay([ada]);
    const second = await desk.pay([{ ...ada, reference: 'invoice 1, second try' }], true);
    gateway.treat(desk.idOf(first), { status: 'SUCCESS' });
    const batchId = await desk.draft([{ ...ada, reference: 'invoice 1, third try' }]);
    expect(await desk.release(batchId, true)).toMatchObject(held);
    expect([desk.states(first), desk.states(second), desk.states(batchId)]).toEqual([
      ['paid'],
      ['failed'],
      ['draft'],
    ]);
  });

  it('is held if it was paid after all, and the finding names another payout, which was paid', async () => {
    const { gateway, desk } = await openBook();
    const january = await desk.pay([{ ...ada, reference: 'January' }]);
    gateway.treat('A-1', failed);
    const february = await desk.pay([{ ...ada, reference: 'February' }], true);
    gateway.treat('A-1', {});
    const batchId = await desk.draft([{ ...ada, reference: 'February, second try' }]);
    const { rows } = await desk.get('batches.duplicates', { batchId });
    expect(rows.map(({ equalTo }) => equalTo.idPayout)).toEqual([desk.idOf(january)]);
    expect(await desk.release(batchId, true)).toMatchObject(held);
    expect([desk.states(february), desk.states(batchId)]).toEqual([['paid'], ['draft']]);
  });

  it('is held once if it was paid after all, and was paid again since, so that no finding names it', async () => {
    const { gateway, desk, first, batchId } = await openPaidAgain();
    gateway.treat(desk.idOf(first), {});
    const release = await desk.release(batchId, true);
    expect(release).toMatchObject(cameBack);
    expect(release.ok ? '' : release.error.message).toContain(
      `${desk.idOf(first)} had ended unpaid and is paid`,
    );
    // Its own message says all: there may be no duplicate to review.
    expect(releaseFaultText('repeatRevived')).toBeNull();
    expect(scheduleErrorText('repeatRevived')).toBe(
      'A payout that one of its rows repeats had ended unpaid and has come back.',
    );
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  });

  it('is held once if Bursar learned meanwhile that it was paid, and no finding names it', async () => {
    const { gateway, desk, first, batchId } = await openPaidAgain();
    desk.whileConfirming(async () => {
      gateway.treat(desk.idOf(first), {});
      await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
    });
    expect(await desk.release(batchId, true)).toMatchObject(cameBack);
    expect(desk.states(batchId)).toEqual(['draft']);
    desk.whileConfirming(() => undefined);
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
  });

  it.each([120, 20])(
    'is held if it was paid while the person considered it for %d minutes',
    async (minutes) => {
      const { gateway, desk, time } = await openBook();
      gateway.treat('A-1', failed);
      await desk.pay([ada]);
      const batchId = await desk.draft([{ ...ada, reference: 'invoice 1, second try' }]);
      desk.whileConfirming(() => {
        time.pass(minutes * 60_000);
        gateway.treat('A-1', {});
      });
      expect(await desk.release(batchId, true)).toMatchObject(held);
      expect(gateway.timesPaid('A-1')).toBe(1);
    },
  );

  it('is held if Bursar learned that it was paid while the person considered it, however briefly', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', failed);
    const first = await desk.pay([ada]);
    const batchId = await desk.draft([ada]);
    desk.whileConfirming(async () => {
      gateway.treat('A-1', {});
      await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
    });
    expect(await desk.release(batchId, true)).toMatchObject(held);
    expect([desk.states(first), desk.states(batchId)]).toEqual([['paid'], ['draft']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is held at its scheduled time if it was paid by then, even when everything else is as confirmed', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', failed);
    const first = await desk.pay([ada]);
    const batchId = await desk.draft([{ ...ada, reference: 'invoice 1, second try' }]);
    const { rowsHash } = await desk.get('batches.summary', { batchId });
    const { findingsHash } = await desk.get('batches.duplicates', { batchId });
    const at = new Date(time.now() + 3_600_000).toISOString();
    const confirmed = { findingsHash, all: true, reason: 'it failed' } as const;
    await desk.get('batches.release', { batchId, rowsHash, confirmed, at });
    gateway.treat('A-1', {});
    await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
    // A minute more: the clock of the gateway counts, which is known to the second only.
    time.pass(3_660_000);
    const { released, refused } = await desk.get('batches.releaseDue', { lateAfterMs: 3_600_000 });
    expect([released, refused.map(({ error }) => error)]).toEqual([[], ['duplicateHeld']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('is not sent at its scheduled time if Bursar learned by then that it was paid, and no finding names it', async () => {
    const { gateway, desk, time, first, batchId } = await openPaidAgain();
    const { rowsHash } = await desk.get('batches.summary', { batchId });
    const { findingsHash } = await desk.get('batches.duplicates', { batchId });
    const at = new Date(time.now() + 3_600_000).toISOString();
    const confirmed = { findingsHash, all: true, reason: 'monthly' } as const;
    await desk.get('batches.release', { batchId, rowsHash, confirmed, at });
    gateway.treat(desk.idOf(first), {});
    await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
    expect(desk.states(first)).toEqual(['paid']);
    time.pass(3_660_000);
    expect((await desk.get('batches.releaseDue', { lateAfterMs: 3_600_000 })).released).toHaveLength(1);
    await desk.run(batchId);
    expect(desk.states(batchId)).toEqual(['cancelled']);
    expect(gateway.timesPaid('A-1')).toBe(2);
    const items = await desk.get('attention.list', {});
    expect(items.map((item) => [item.kind, item.batchId])).toContainEqual(['mayBePaidAlready', batchId]);
  });
});

describe('a released row that waits while the payout that it repeats, and that had failed, turns out to be paid', () => {
  async function openWaiting(lines: readonly (typeof ada)[], conduct: Conduct = failed) {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', conduct);
    const first = await desk.pay([ada]);
    const batchId = await desk.draft(lines);
    expect(await desk.release(batchId, true)).toMatchObject({ ok: true });
    const turnsOutPaid = async () => {
      gateway.treat('A-1', {});
      await desk.get('payouts.refresh', { idPayout: desk.idOf(first) });
      expect(desk.states(first)).toEqual(['paid']);
    };
    return { gateway, desk, time, first, batchId, turnsOutPaid };
  }

  it.each(again)('is taken out of the queue, and the others are sent: %s', async (_what, line) => {
    const bob = { ...ada, accountNumber: 'A-3', accountName: 'Bob', amount: '3.00', reference: 'invoice 3' };
    const { gateway, desk, first, batchId, turnsOutPaid } = await openWaiting([line, bob]);
    await turnsOutPaid();
    await desk.run(batchId);
    expect(desk.states(batchId)).toEqual(['cancelled', 'paid']);
    expect(gateway.timesPaid('A-1') + gateway.timesPaid('A-2')).toBe(1);
    const by = { idPayment: desk.idOf(first), state: 'paid' } as const;
    const shown = await desk.get('payouts.show', { idPayout: desk.idOf(batchId) });
    expect(shown.problem).toEqual({ code: 'mayBePaidAlready', by });
    expect(shown.events.at(-1)?.reason).toEqual({ code: 'mayBePaidAlready', by });
    const items = await desk.get('attention.list', {});
    expect(items.map((item) => [item.kind, item.batchId])).toContainEqual(['mayBePaidAlready', batchId]);
    expect(items.map(attentionText).join(' ')).toContain('was not sent, since it may be paid already');
  });

  it('is taken out too where the payout had been rejected', async () => {
    const rejected = { posts: [{ isEffective: true, answer: 406 }] };
    const { gateway, desk, batchId, turnsOutPaid } = await openWaiting([ada], rejected);
    await turnsOutPaid();
    await desk.run(batchId);
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['cancelled'], 1]);
  });

  it('is not repeated once its first request is in doubt, until a person decides it', async () => {
    const { gateway, desk, time, batchId, turnsOutPaid } = await openWaiting([ada]);
    gateway.treat(desk.idOf(batchId), { posts: [{ isEffective: false, answer: 503 }], getStatus: 503 });
    await desk.run(batchId);
    expect(desk.states(batchId)).toEqual(['unknown']);
    gateway.treat(desk.idOf(batchId), {});
    await turnsOutPaid();
    time.pass(25 * 3_600_000);
    await desk.run(batchId);
    expect(desk.states(batchId)).toEqual(['unknown']);
    expect(gateway.timesPaid('A-1')).toBe(1);
    const idPayout = desk.idOf(batchId);
    const { problem, decisions } = await desk.get('payouts.show', { idPayout });
    expect([problem?.code, decisions]).toEqual(['olderThanADay', ['sendAgain', 'notAccepted']]);
    await desk.get('payouts.decide', { idPayout, decision: 'sendAgain' });
    await desk.run(batchId);
    expect([desk.states(batchId), gateway.timesPaid('A-1')]).toEqual([['paid'], 2]);
  });

  it('is sent if a person releases it after that', async () => {
    const { gateway, desk, batchId, turnsOutPaid } = await openWaiting([ada]);
    await turnsOutPaid();
    const owed = await desk.draft([{ ...ada, reference: 'invoice 2' }]);
    expect(await desk.release(owed, true)).toMatchObject({ ok: true });
    await desk.run();
    expect([desk.states(batchId), desk.states(owed)]).toEqual([['cancelled'], ['paid']]);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });
});

it.each([1, 3])(
  'a row whose first request is in doubt is not sent again once an equal payout that had been rejected turns out to be paid: row %d',
  async (row) => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: true, answer: 406 }] });
    const first = await desk.pay([ada]);
    expect(desk.states(first)).toEqual(['rejected']);
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 'reset' }] });
    const lines = [1, 2, 3, 4, 5].map((number) =>
      number === row
        ? { ...ada, reference: 'invoice 1, again' }
        : { ...ada, accountNumber: `B-${number}`, accountName: `Bob ${number}`, reference: `${number}` },
    );
    const batchId = await desk.draft(lines);
    expect(await desk.release(batchId)).toMatchObject({ ok: true });
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 120_000 });
    expect([desk.states(first)[0], desk.states(batchId)[row - 1]]).toEqual(['paid', 'unknown']);
    expect(gateway.timesPaid('A-1')).toBe(1);
  },
);

it('a row is held if an equal payout that had been rejected turned out to be paid while the person considered it', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { posts: [{ isEffective: true, answer: 406 }] });
  const first = await desk.pay([ada]);
  expect(desk.states(first)).toEqual(['rejected']);
  const batchId = await desk.draft([ada]);
  desk.whileConfirming(() =>
    desk.get('payouts.refresh', { idPayout: desk.idOf(first) }).then(() => undefined),
  );
  // Nothing was found about it before the person was asked, beside that it is the same file.
  expect((await desk.get('batches.duplicates', { batchId })).exactRows).toBe(0);
  expect(await desk.release(batchId, true)).toMatchObject(held);
  expect(gateway.timesPaid('A-1')).toBe(1);
});
