import { describe, expect, it } from 'vitest';
import { requestRetriesText } from '../../../contract/text/approvals.ts';
import { openBook, openDesk, openRejected } from './book-desk.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const bob = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };

it('a row cancelled because a colleague retried it is not paid in another file without confirmation', async () => {
  const { gateway, time, desk } = await openBook();
  gateway.treat('A-2', { posts: [{ isEffective: false, answer: 406 }] });
  const mine = await desk.pay([ada, bob]);
  gateway.treat('A-2', {});
  const retry = desk.idOf(String(await desk.retry(mine)));
  time.pass(3_600_000);
  const colleague = await openDesk(gateway, time);
  const theirs = await colleague.pay([ada, bob]);
  expect(colleague.states(theirs)).toEqual(['outside', 'cancelled']);
  const idPayout = `${theirs}-2`;
  const { problemMessage } = await colleague.get('payouts.show', { idPayout });
  expect(problemMessage).toContain(`payout ${retry}, which was paid`);

  const alone = await colleague.draft([bob]);
  expect(await colleague.release(alone)).toMatchObject({ error: { code: 'duplicateHeld' } });
  const { rows } = await colleague.get('batches.duplicates', { batchId: alone });
  expect(rows).toMatchObject([{ kind: 'samePayment', equalTo: { idPayout, state: 'paid' } }]);
  expect(gateway.timesPaid('A-2')).toBe(1);
  expect(await colleague.release(alone, true)).toMatchObject({ ok: true });
  expect((await colleague.get('audit.verify', {})).problems).toEqual([]);
});

it('a waiting retry is not sent if it was meanwhile rejected on a colleague’s computer, which paid its row by the next retry', async () => {
  const { gateway, time, desk } = await openBook();
  const failed = { status: 'FAILED', isProcessed: true } as const;
  gateway.treat('A-1', failed);
  const mine = await desk.pay([ada]);
  const first = desk.idOf(mine);
  const waiting = (await desk.get('batches.retry', { batchId: mine })).batchId;
  expect(await desk.release(waiting)).toMatchObject({ ok: true });
  time.pass(72 * 3_600_000);

  const colleague = await openDesk(gateway, time);
  const theirs = await colleague.pay([ada]);
  await colleague.get('payouts.decide', { idPayout: first, decision: 'adopt' });
  await colleague.run(theirs);
  gateway.treat(desk.idOf(waiting), { posts: [{ isEffective: false, answer: 406 }] });
  const refused = String(await colleague.retry(theirs));
  expect(colleague.states(refused)).toEqual(['rejected']);
  expect(colleague.idOf(refused)).toBe(desk.idOf(waiting));
  gateway.treat('A-1', {});
  gateway.treat(first, failed);
  const paid = String(await colleague.retry(refused));
  expect(colleague.states(paid)).toEqual(['paid']);

  const next = colleague.idOf(paid);
  gateway.treat(next, { getStatus: 500 });
  expect(await desk.run(waiting)).toMatchObject({
    outcome: 'silent',
    message: expect.stringContaining(first),
  });
  expect(desk.states(waiting)).toEqual(['queued']);
  gateway.treat(next, {});
  await desk.run(waiting);
  expect(desk.states(waiting)).toEqual(['cancelled']);
  const { problemMessage } = await desk.get('payouts.show', { idPayout: desk.idOf(waiting) });
  expect(problemMessage).toContain(`payout ${next}, which was paid`);
  expect(desk.states(String(await desk.retry(mine, true)))).toEqual(['outside']);
  expect(gateway.timesPaid('A-1')).toBe(2);
  expect((await desk.get('audit.verify', {})).problems).toEqual([]);
});

describe('a row is not retried if a colleague sent the next retry after it was rejected, and that one', () => {
  it('was cancelled here before it was sent', async () => {
    const { gateway, desk, colleague, batchId } = await openRejected(ada);
    gateway.treat('A-1', {});
    const { batchId: cancelled } = await desk.get('batches.retry', { batchId });
    expect(await desk.release(cancelled)).toMatchObject({ ok: true });
    await desk.get('batches.cancel', { batchId: cancelled });
    const theirs = String(await colleague.retry(batchId));
    const here = [batchId, cancelled].flatMap((id) => desk.states(id));
    expect([...here, ...colleague.states(theirs)]).toEqual(['rejected', 'cancelled', 'paid']);
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'retryOvertaken' });
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('was sent here under an order ID of its own, and was rejected', async () => {
    const { gateway, desk, colleague, batchId } = await openRejected(ada);
    gateway.treat('A-1', {});
    const opened = await desk.get('sheets.open', { source: { kind: 'retryBatch', batchId } });
    if (opened.kind !== 'opened') throw new Error('no sheet');
    const { sheetId } = opened.sheet;
    const { rows } = await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
    const set = rows.map(({ rowId }) => ({ rowId, cells: { idPayout: 'again-1' } }));
    await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows: set } });
    const { batchId: own } = await desk.get('sheets.prepare', { sheetId });
    gateway.treat('again-1', { posts: [{ isEffective: false, answer: 406 }] });
    expect(await desk.release(own)).toMatchObject({ ok: true });
    await desk.run(own);
    const theirs = String(await colleague.retry(batchId));
    expect([...desk.states(own), ...colleague.states(theirs)]).toEqual(['rejected', 'paid']);
    expect(await desk.retry(own, true)).toEqual({ refused: 'retryOvertaken' });
    expect(gateway.timesPaid('A-1')).toBe(1);
  });
});

describe('a payout that stayed unknown is not sent again if it was meanwhile rejected on a colleague’s computer, which paid its row by a retry', () => {
  it.each([
    ['closed', 120],
    ['closed', 5],
    ['closed, with a clock that was set back,', 132],
    ['restored', 120],
  ])('while Bursar was %s for %i minutes', async (how, minutes) => {
    const { gateway, time, desk } = await openBook();
    const isSetBack = how.includes('set back');
    if (isSetBack) time.set(2 * 3_600_000);
    const mine = await desk.draft([ada]);
    expect(await desk.release(mine)).toMatchObject({ ok: true });
    const backup = await desk.backup();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 'reset' }] });
    if (how !== 'restored') {
      gateway.treat(desk.idOf(mine), { getStatus: 500 });
      await desk.get('batches.run', {
        batchIds: [mine],
        until: 'sent',
        silenceLimitMs: 60_000,
        mustReach: false,
      });
      expect(desk.states(mine)).toEqual(['unknown']);
      gateway.treat(desk.idOf(mine), {});
    }
    if (isSetBack) time.set(-2 * 3_600_000);
    time.pass(minutes * 60_000);
    const refused = { isEffective: false, answer: 406 } as const;
    gateway.treat('A-1', { posts: [refused, refused] });
    const colleague = await openDesk(gateway, time);
    const theirs = await colleague.pay([ada]);
    expect(colleague.states(theirs)).toEqual(['rejected']);
    gateway.treat('A-1', {});
    const paid = colleague.idOf(String(await colleague.retry(theirs)));
    expect(gateway.timesPaid('A-1')).toBe(1);

    if (how === 'restored') await desk.restore(backup);
    gateway.treat(paid, { getStatus: 500 });
    const until = { until: 'sent', silenceLimitMs: 60_000, mustReach: false } as const;
    await desk.get('batches.run', { batchIds: [mine], ...until });
    expect(gateway.timesPaid('A-1')).toBe(1);
    gateway.treat(paid, {});
    time.pass(3_600_000);
    await desk.get('batches.run', { batchIds: [mine], ...until });
    expect(desk.states(mine)).toEqual(['unknown']);
    expect(gateway.timesPaid('A-1')).toBe(1);
    const { problemMessage } = await desk.get('payouts.show', { idPayout: desk.idOf(mine) });
    expect(problemMessage).toMatch(new RegExp(`payout ${paid}, which (is|was) paid,`));
  });
});

it('I11: a retry that came in a request for approval is released only where the payout that it retries was sent', async () => {
  const { gateway, time, desk } = await openBook();
  const failed = { status: 'FAILED', isProcessed: true } as const;
  gateway.treat('A-1', failed);
  const colleague = await openDesk(gateway, time);
  const theirs = await colleague.draft([ada]);
  const requestOf = async (batchId: string): Promise<Uint8Array> =>
    (await colleague.get('approvals.request', { batchId, name: 'Carl' })).bytes;
  const first = await requestOf(theirs);
  await colleague.release(theirs);
  await colleague.run(theirs);
  const { batchId: retry } = await colleague.get('batches.retry', { batchId: theirs });
  const second = await requestOf(retry);
  const request = await desk.get('approvals.show', { file: second });
  expect(request.kind === 'request' ? requestRetriesText(request) : null).toBe(
    `1 payout retries an earlier one: row 1 retries ${colleague.idOf(theirs)}. The gateway is asked about it again before the release.`,
  );
  // The gateway corrects itself, and only the colleague's records have the payout.
  gateway.treat('A-1', {});
  await desk.get('approvals.import', { file: second });
  const refused = {
    error: {
      code: 'retryOvertaken',
      details: { problems: [{ fault: { code: 'retryUnknown', idPayout: colleague.idOf(theirs) } }] },
    },
  };
  expect(await desk.release(retry, true)).toMatchObject(refused);
  expect((await desk.get('batches.check', { batchId: retry })).rowProblems.count).toBe(1);
  // As a draft here, that payout was not sent from here either.
  await desk.get('approvals.import', { file: first });
  expect(await desk.release(retry, true)).toMatchObject(refused);
  await desk.get('batches.cancel', { batchId: theirs });
  expect(await desk.release(retry, true)).toMatchObject(refused);
  expect(gateway.timesPaid('A-1')).toBe(1);
  expect(await colleague.release(retry)).toMatchObject({ error: { code: 'retryOvertaken' } });
  expect(colleague.states(theirs)).toEqual(['paid']);
});

describe('I11: a request that a person has repeated, while a retry made elsewhere has paid the row', () => {
  const lost = { isEffective: false, answer: 'reset' } as const;

  /** A payout that has been unknown for a day, which the gateway rejected on a colleague's computer, who paid its row by `retry`. */
  async function paidElsewhere() {
    const { gateway, time, desk } = await openBook();
    gateway.treat('A-1', { posts: [lost], getStatus: 500 });
    const mine = await desk.draft([ada]);
    await desk.release(mine);
    const ask = () => desk.get('batches.run', { batchIds: [mine], until: 'still', silenceLimitMs: 60_000 });
    await ask();
    time.pass(25 * 3_600_000);
    await ask();
    const idPayout = desk.idOf(mine);
    expect(desk.states(mine)).toEqual(['unknown']);

    const colleague = await openDesk(gateway, time);
    gateway.treat('A-1', {});
    gateway.treat(idPayout, { posts: [lost, { isEffective: false, answer: 406 }] });
    const theirs = await colleague.pay([ada]);
    expect([colleague.idOf(theirs), ...colleague.states(theirs)]).toEqual([idPayout, 'rejected']);
    const retry = colleague.idOf(String(await colleague.retry(theirs)));
    gateway.treat(idPayout, {});
    return { gateway, time, desk, mine, idPayout, retry, ask };
  }

  it('waits while the gateway answers about the row and not about its retries', async () => {
    const { gateway, time, desk, mine, idPayout, retry, ask } = await paidElsewhere();
    gateway.treat(retry, { getStatus: 500 });
    await desk.get('payouts.decide', { idPayout, decision: 'sendAgain' });
    expect(await ask()).toMatchObject({ outcome: 'silent' });
    expect([...desk.states(mine), gateway.timesPaid('A-1')]).toEqual(['queued', 1]);
    gateway.treat(retry, {});
    time.pass(3_600_000);
    await ask();
    expect([...desk.states(mine), gateway.timesPaid('A-1')]).toEqual(['unknown', 1]);
  });

  it('is not repeated, and the retry is named, however often it is decided', async () => {
    const { gateway, desk, mine, idPayout, retry, ask } = await paidElsewhere();
    for (const _round of [1, 2]) {
      await desk.get('payouts.decide', { idPayout, decision: 'sendAgain' });
      await ask();
      expect([...desk.states(mine), gateway.timesPaid('A-1')]).toEqual(['unknown', 1]);
      const { problemMessage, decisions } = await desk.get('payouts.show', { idPayout });
      expect(problemMessage).toContain(`When Bursar asked, the gateway had payout ${retry}, which was paid`);
      expect(decisions).toEqual(['sendAgain', 'notAccepted']);
    }
    expect((await desk.get('audit.verify', {})).problems).toEqual([]);
  });
});

describe('I11: a file that was refused as a whole and paid by importing it again', () => {
  const refused = { posts: [{ isEffective: false, answer: 406 }] } as const;
  const both = ['A-1', 'A-2'];

  it('is not paid again from a colleague’s computer, and its rows name the payouts', async () => {
    const { gateway, time, desk } = await openBook();
    for (const account of both) gateway.treat(account, refused);
    await desk.pay([ada, bob]);
    for (const account of both) gateway.treat(account, {});
    const paid = await desk.pay([ada, bob], true);
    const colleague = await openDesk(gateway, time);
    const theirs = await colleague.draft([ada, bob]);
    await colleague.release(theirs);
    await colleague.run(theirs);
    expect(colleague.states(theirs)).toEqual(['cancelled', 'cancelled']);
    expect(both.map((account) => gateway.timesPaid(account))).toEqual([1, 1]);
    const { problemMessage } = await colleague.get('payouts.show', { idPayout: `${theirs}-2` });
    expect(problemMessage).toContain(desk.idOf(paid, 2));
  });

  it.each(['before its first release', 'after it'])(
    'is not paid again after restoring a backup from %s',
    async (when) => {
      const { gateway, time, desk } = await openBook();
      const first = await desk.draft([ada, bob]);
      const early = await desk.backup();
      await desk.release(first);
      const backup = when === 'after it' ? await desk.backup() : early;
      for (const account of both) gateway.treat(account, refused);
      await desk.run(first);
      for (const account of both) gateway.treat(account, {});
      await desk.pay([ada, bob], true);
      time.pass(3 * 3_600_000);
      await desk.restore(backup);
      await desk.get('attention.dismissOlderRecords', {});
      if (when !== 'after it') await desk.release(first);
      await desk.get('batches.run', { batchIds: null, until: 'still', silenceLimitMs: 60_000 });
      expect(both.map((account) => gateway.timesPaid(account))).toEqual([1, 1]);
    },
  );

  it('is not retried by a colleague to whom it was refused, too', async () => {
    const { gateway, desk, colleague, batchId } = await openRejected(ada);
    gateway.treat('A-1', {});
    expect(colleague.states(await colleague.pay([ada], true))).toEqual(['paid']);
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'retryOvertaken' });
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it('can be paid twice if these records have both releases, as a person confirmed', async () => {
    const { gateway, desk } = await openBook();
    await desk.pay([ada]);
    expect(desk.states(await desk.pay([ada], true))).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });
});
