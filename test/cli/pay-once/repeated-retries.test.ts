import { describe, expect, it } from 'vitest';
import { batchOutcome, paidByRetryText } from '../../../contract/text/outcome.ts';
import { rowsHeading } from '../../../renderer/batches/batch/findings/finding-text.ts';
import { releaseWarnings } from '../../../renderer/batches/batch/release-text.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { openBook, openDesk, type Desk } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const hour = 3_600_000;

/** A released retry of a payout that ended unpaid. */
async function releasedRetry() {
  const opened = await openBook();
  const { gateway, desk } = opened;
  gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
  const batchId = await desk.pay([ada]);
  const retry = (await desk.get('batches.retry', { batchId })).batchId;
  expect(await desk.release(retry)).toMatchObject({ ok: true });
  return { ...opened, batchId, retry, idPayout: desk.idOf(batchId), idRetry: desk.idOf(retry) };
}

/** A retry whose first request was lost, before the gateway fell silent for hours. */
async function lostRetry() {
  const opened = await releasedRetry();
  const { gateway, desk, time, retry, idRetry } = opened;
  gateway.treat(idRetry, { posts: [{ isEffective: false, answer: 'reset' }], getStatus: 500 });
  expect(await desk.run(retry)).toMatchObject({ outcome: 'silent' });
  expect(desk.states(retry)).toEqual(['unknown']);
  time.pass(3 * hour);
  return opened;
}

describe('I11: a retry whose first request is in doubt', () => {
  it('is not sent again if the old payout has been paid since', async () => {
    const { gateway, desk, batchId, retry, idRetry } = await lostRetry();
    gateway.treat(idRetry, {});
    gateway.treat('A-1', {});
    await desk.get('batches.run', { batchIds: [retry], until: 'sent', silenceLimitMs: 120_000 });
    expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['paid', 'unknown']);
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect((await desk.get('payouts.show', { idPayout: idRetry })).problem?.code).toBe('overtaken');
  });

  it('is sent again once the gateway reports that the old payout ended unpaid, and waits, with the reason, while it cannot be queried', async () => {
    const { gateway, desk, retry, idPayout, idRetry } = await lostRetry();
    gateway.treat(idRetry, {});
    for (const getStatus of [403, 500]) {
      gateway.treat(idPayout, { getStatus });
      const end = await desk.get('batches.run', {
        batchIds: [retry],
        until: 'still',
        silenceLimitMs: 120_000,
      });
      expect(end).toMatchObject({ outcome: 'silent', message: expect.stringContaining(idPayout) });
      expect(desk.states(retry)).toEqual(['unknown']);
    }
    gateway.treat(idPayout, { status: 'ON_HOLD', isProcessed: true });
    gateway.treat('A-1', {});
    await desk.run(retry);
    expect(desk.states(retry)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('is not sent again if it was rejected on a colleague’s computer, which paid its row by the next retry', async () => {
    const { gateway, desk, time, batchId, retry, idPayout, idRetry } = await lostRetry();
    const colleague = await openDesk(gateway, time);
    const theirs = await colleague.pay([ada]);
    await colleague.get('payouts.decide', { idPayout, decision: 'adopt' });
    await colleague.run(theirs);
    const no = { isEffective: false, answer: 406 } as const;
    gateway.treat(idRetry, { posts: [no, no] });
    const refused = String(await colleague.retry(theirs));
    expect([colleague.idOf(refused), ...colleague.states(refused)]).toEqual([idRetry, 'rejected']);
    gateway.treat('A-1', {});
    gateway.treat(idPayout, { status: 'ON_HOLD', isProcessed: true });
    expect(colleague.states(String(await colleague.retry(refused)))).toEqual(['paid']);

    gateway.treat(idRetry, {});
    await desk.get('batches.run', { batchIds: [retry], until: 'sent', silenceLimitMs: 120_000 });
    expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['failed', 'unknown']);
    expect((await desk.get('payouts.show', { idPayout: idRetry })).problem?.code).toBe('overtaken');
    // The gateway accepted the first payout, which ended unpaid, and the second retry.
    expect(gateway.timesPaid('A-1')).toBe(2);
    expect((await desk.get('audit.verify', {})).problems).toEqual([]);
  });

  it.each([0, 3 * hour])(
    'is not sent after restoring a backup from before its cancellation, %d ms after its release',
    async (ms) => {
      const { gateway, desk, time, batchId, retry, idPayout } = await releasedRetry();
      const backup = await desk.backup();
      gateway.treat('A-1', {});
      await desk.get('payouts.refresh', { idPayout });
      expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['paid', 'cancelled']);
      time.pass(ms);
      await desk.restore(backup);
      await desk.get('batches.run', { batchIds: null, until: 'still', silenceLimitMs: 120_000 });
      expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['paid', 'unknown']);
      expect(gateway.timesPaid('A-1')).toBe(1);
    },
  );
});

it('a payout that is paid after its retry was paid is reported as paid twice, and both say so', async () => {
  const { gateway, desk } = await openBook();
  const meaningOf = async (idPayout: string): Promise<string> =>
    paymentMeaning({ ...(await desk.get('payouts.show', { idPayout })), kind: 'payout', origin: null });
  gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
  const batchId = await desk.pay([ada]);
  const idPayout = desk.idOf(batchId);
  gateway.treat(idPayout, { status: 'ON_HOLD', isProcessed: true });
  gateway.treat('A-1', {});
  await desk.retry(batchId);
  const { retriedBy } = await desk.get('payouts.show', { idPayout });
  const retry = retriedBy?.idPayout ?? '';
  expect(await meaningOf(retry)).toMatch(/Nothing more to do\.$/);
  gateway.treat(idPayout, {});
  await desk.get('payouts.refresh', { idPayout });
  expect(desk.states(batchId)).toEqual(['paid']);
  expect((await desk.get('attention.list', {}))[0]?.kind).toBe('paidTwice');
  expect(await meaningOf(idPayout)).toContain(`payout ${retry}, for the same row, was paid too.`);
  expect(await meaningOf(retry)).toContain(`payout ${idPayout}, for the same row, was paid too.`);
});

it('a row does not count as paid by a retry of which the gateway has since reported another status', async () => {
  const { gateway, desk } = await openBook();
  gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
  const batchId = await desk.pay([ada]);
  gateway.treat(desk.idOf(batchId), { status: 'ON_HOLD', isProcessed: true });
  gateway.treat('A-1', {});
  const retry = String(await desk.retry(batchId));
  const shown = () => desk.get('batches.show', { batchId });
  expect(paidByRetryText(await shown())).toMatch(/ Every row is paid\.$/);
  gateway.treat(desk.idOf(retry), { status: 'RETURNED', isProcessed: true });
  await desk.get('payouts.refresh', { idPayout: desk.idOf(retry) });
  const report = await shown();
  expect([paidByRetryText(report), batchOutcome(report)]).toEqual([
    null,
    { text: 'Completed, 1 not paid', tone: 'rejected' },
  ]);
  expect(report.problems[0]?.retriedBy).toMatchObject({ state: 'paid', isPaid: false });
  expect(await desk.get('batches.summary', { batchId })).toMatchObject({ paidByRetry: 0 });
});

/** The gateway reports another status of a payout, which Bursar learns at once, or which nobody asks about for three hours. */
async function learn(
  how: string,
  { gateway, time, desk }: Awaited<ReturnType<typeof openBook>>,
  idPayout: string,
): Promise<void> {
  gateway.treat('A-1', {});
  gateway.treat(idPayout, { status: 'PAID_OUT', isProcessed: true });
  if (how !== 'was learned a minute after the release') return time.pass(3 * hour);
  time.pass(60_000);
  await desk.get('payouts.refresh', { idPayout });
}

describe('the status with which the gateway ended a payout', () => {
  it('is shown to the person who releases a retry', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status: 'PAID_OUT', isProcessed: true });
    const batchId = await desk.pay([ada]);
    expect(desk.confirmed()?.retried).toEqual([]);
    await desk.retry(batchId);
    expect(desk.confirmed()?.retried).toEqual([{ status: 'PAID_OUT', count: 1 }]);
  });

  it('is shown by the check of a retry and in the request for its approval, before anybody releases it', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status: 'PAID_OUT', isProcessed: true });
    const { batchId } = await desk.get('batches.retry', { batchId: await desk.pay([ada]) });
    const report = await desk.get('batches.check', { batchId });
    expect(report.retried).toEqual([{ status: 'PAID_OUT', count: 1 }]);
    const said = 'Retries payouts that the gateway finished: 1 with PAID_OUT.';
    expect(releaseWarnings(report, 'comparing')).toContain(said);
    expect(rowsHeading(report)).toMatchObject({ standing: 'notice' });
    const { findings } = await desk.get('batches.findings', { batchId });
    expect(findings).toContainEqual(expect.objectContaining({ level: 'warn', message: said }));
  });

  it('refuses a retry for which nobody saw it, because the gateway reports it only when the retry is released', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status: 'DECLINED', isProcessed: true });
    const batchId = await desk.pay([ada]);
    gateway.treat('A-1', {});
    gateway.treat(desk.idOf(batchId), { status: 'COMPLETED', isProcessed: true });
    const { batchId: retry } = await desk.get('batches.retry', { batchId });
    let asked = 0;
    desk.whileConfirming(() => void (asked += 1));
    const released = await desk.release(retry);
    expect(released.ok ? null : released.error).toMatchObject({
      code: 'retryOvertaken',
      message: expect.stringContaining('1 with COMPLETED. They may have been paid. Nothing was released.'),
    });
    expect([asked, desk.states(retry), gateway.timesPaid('A-1')]).toEqual([0, ['draft'], 1]);
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    expect(desk.confirmed()?.retried).toEqual([{ status: 'COMPLETED', count: 1 }]);
  });

  it('is shown of each payout before the retry, also of one that it does not retry itself', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 406 }] });
    const batchId = await desk.pay([ada]);
    gateway.treat('A-1', { status: 'RETURNED', isProcessed: true });
    const first = String(await desk.retry(batchId));
    expect(desk.states(first)).toEqual(['failed']);
    const second = await desk.get('batches.retry', { batchId });
    expect(await desk.release(second.batchId, true)).toMatchObject({ ok: true });
    expect(desk.confirmed()?.retried).toEqual([{ status: 'RETURNED', count: 1 }]);
  });

  it('is not confirmed by a person who scheduled the retry while it was another', async () => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
    const batchId = await desk.pay([ada]);
    const { batchId: retry, rowsHash } = await desk.get('batches.retry', { batchId });
    const release = { batchId: retry, rowsHash };
    await desk.get('batches.release', { ...release, at: new Date(time.now() + hour).toISOString() });
    gateway.treat('A-1', { status: 'PAID_OUT', isProcessed: true });
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) });
    time.pass(hour + 60_000);
    const due = await desk.get('batches.releaseDue', { lateAfterMs: hour });
    expect([due.released, due.refused.map(({ error }) => error)]).toEqual([[], ['retryOvertaken']]);
    expect(gateway.timesPaid('A-1')).toBe(1);
    await desk.get('batches.release', release);
    expect(desk.confirmed()?.retried).toEqual([{ status: 'PAID_OUT', count: 1 }]);
  });

  it('is not confirmed by a person who considered the retry while it changed', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { status: 'FAILED', isProcessed: true });
    const batchId = await desk.pay([ada]);
    const { batchId: retry, rowsHash } = await desk.get('batches.retry', { batchId });
    desk.whileConfirming(async () => {
      gateway.treat('A-1', { status: 'PAID_OUT', isProcessed: true });
      await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) });
    });
    const released = await desk.tell('batches.release', { batchId: retry, rowsHash });
    expect(released.ok ? null : released.error).toMatchObject({
      code: 'retryOvertaken',
      message: expect.stringContaining('PAID_OUT'),
    });
    expect([desk.states(retry), gateway.timesPaid('A-1')]).toEqual([['draft'], 1]);
  });

  it.each(['is asked about before the retry is sent', 'was learned a minute after the release'])(
    'holds a released retry if it is another one by then and %s, until a person has retried it again and seen it',
    async (how) => {
      const opened = await releasedRetry();
      const { gateway, desk, batchId, retry, idPayout } = opened;
      await learn(how, opened, idPayout);
      const run = () =>
        desk.get('batches.run', { batchIds: [retry], until: 'still', silenceLimitMs: 120_000 });
      for (const restarts of [true, false]) {
        expect(await run()).toMatchObject({
          outcome: 'silent',
          message: expect.stringContaining(`the status PAID_OUT of payout ${idPayout}`),
        });
        if (restarts) await desk.restart();
      }
      expect([...desk.states(batchId), ...desk.states(retry)]).toEqual(['failed', 'queued']);
      expect(gateway.timesPaid('A-1')).toBe(1);
      await desk.get('batches.cancel', { batchId: retry });
      const again = String(await desk.retry(batchId, true));
      expect(desk.confirmed()?.retried).toEqual([{ status: 'PAID_OUT', count: 1 }]);
      expect([desk.states(again), gateway.timesPaid('A-1')]).toEqual([['paid'], 2]);
      expect((await desk.get('audit.verify', {})).problems).toEqual([]);
    },
  );

  it.each(['is asked about before the row is sent', 'was learned a minute after the release'])(
    'holds a released row that repeats the payout if it is another one by then and %s',
    async (how) => {
      const opened = await openBook();
      const { gateway, desk } = opened;
      gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
      const batchId = await desk.pay([ada]);
      const idPayout = desk.idOf(batchId);
      const repeat = await desk.draft([{ ...ada, reference: 'invoice 1, again' }]);
      expect(await desk.release(repeat, true)).toMatchObject({ ok: true });
      await learn(how, opened, idPayout);
      const run = { batchIds: [repeat], until: 'still' as const, silenceLimitMs: 120_000 };
      for (const restarts of [true, false]) {
        expect(await desk.get('batches.run', run)).toMatchObject({
          outcome: 'silent',
          message: expect.stringContaining('PAID_OUT'),
        });
        if (restarts) await desk.restart();
      }
      expect([desk.states(repeat), gateway.timesPaid('A-1')]).toEqual([['queued'], 1]);
      await desk.get('batches.cancel', { batchId: repeat });
      expect(desk.states(await desk.pay([{ ...ada, reference: 'invoice 1, once more' }], true))).toEqual([
        'paid',
      ]);
    },
  );

  it.each([
    [
      'a retry',
      async (desk: Desk, batchId: string) => (await desk.get('batches.retry', { batchId })).batchId,
    ],
    ['a row that repeats it', (desk: Desk) => desk.draft([{ ...ada, reference: 'invoice 1, again' }])],
  ])('does not send %s again whose request was lost, if it is another one by then', async (_, prepare) => {
    const { gateway, desk, time } = await openBook();
    gateway.treat('A-1', { status: 'ON_HOLD', isProcessed: true });
    const batchId = await desk.pay([ada]);
    const later = await prepare(desk, batchId);
    expect(await desk.release(later, true)).toMatchObject({ ok: true });
    gateway.treat(desk.idOf(later), { posts: [{ isEffective: false, answer: 'reset' }], getStatus: 500 });
    expect(await desk.run(later)).toMatchObject({ outcome: 'silent' });
    gateway.treat('A-1', {});
    gateway.treat(desk.idOf(batchId), { status: 'PAID_OUT', isProcessed: true });
    await desk.get('payouts.refresh', { idPayout: desk.idOf(batchId) });
    gateway.treat(desk.idOf(later), {});
    time.pass(60_000);
    const run = { batchIds: [later], until: 'still' as const, silenceLimitMs: 120_000 };
    expect(await desk.get('batches.run', run)).toMatchObject({
      outcome: 'silent',
      message: expect.stringContaining('PAID_OUT'),
    });
    expect([desk.states(later), gateway.timesPaid('A-1')]).toEqual([['unknown'], 1]);
  });
});
