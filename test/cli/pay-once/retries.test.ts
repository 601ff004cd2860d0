import { describe, expect, it } from 'vitest';
import { openBook, openDesk, retrySheet, type Desk } from './book-desk.ts';
import type { BookGateway } from './book-gateway.ts';

const ada = { accountNumber: 'A-1', amount: '10.00', accountName: 'Ada', reference: 'invoice 1' };
const bob = { accountNumber: 'A-2', amount: '20.00', accountName: 'Bob', reference: 'invoice 2' };
const cyd = { accountNumber: 'A-3', amount: '30.00', accountName: 'Cyd', reference: 'invoice 3' };
const refused = { status: 'REJECTED_BY_BANK', isProcessed: true };
const hour = 3_600_000;

type Line = typeof ada;

/** Pays rows of which the gateway ends these without paying them; their accounts are fine from then on. */
async function payWithFailures(
  gateway: BookGateway,
  desk: Desk,
  lines: readonly Line[],
  failing: readonly Line[],
): Promise<string> {
  for (const { accountNumber } of failing) gateway.treat(accountNumber, refused);
  const batchId = await desk.pay(lines);
  for (const { accountNumber } of failing) gateway.treat(accountNumber, {});
  for (const line of failing) gateway.treat(desk.idOf(batchId, lines.indexOf(line) + 1), refused);
  return batchId;
}

async function repair(desk: Desk, batchId: string, accountNumber: string): Promise<string> {
  const sheetId = await retrySheet(desk, batchId);
  const { rows } = await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
  const set = rows.map(({ rowId }) => ({ rowId, cells: { accountNumber } }));
  await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows: set } });
  return (await desk.get('sheets.prepare', { sheetId })).batchId;
}

describe('I11: a failed row is paid once over all its retries', () => {
  it('is not retried after it was fixed in a sheet with another account, and paid', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const repaired = await repair(desk, batchId, 'A-9');
    expect(await desk.release(repaired)).toMatchObject({ ok: true });
    await desk.run(repaired);
    expect(desk.states(repaired)).toEqual(['paid']);

    for (const again of [false, true])
      expect(await desk.retry(batchId, again)).toEqual({ refused: 'notReleasable' });
    expect(gateway.timesPaid('A-9')).toBe(1);
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect(await desk.get('batches.show', { batchId })).toMatchObject({ retriable: 0 });
  });

  it('is not retried while a draft in the window retries it, and that draft is not released once the row was paid', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const drafted = await repair(desk, batchId, 'A-9');
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'notReleasable' });
    expect(gateway.accepted()).toHaveLength(1);
    gateway.treat(desk.idOf(batchId), { status: 'SUCCESS', isProcessed: true });
    expect(await desk.release(drafted, true)).toMatchObject({ error: { code: 'retryOvertaken' } });
    expect(desk.states(batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-9')).toBe(0);
  });

  it('is named in the draft of a retry if it was paid after all, so that a person sets it aside and pays the rest', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada, bob], [ada, bob]);
    const sheetId = await retrySheet(desk, batchId);
    const drafted = (await desk.get('sheets.prepare', { sheetId })).batchId;
    const problemsOf = async (draft: string) =>
      (await desk.get('batches.check', { batchId: draft, withOptions: false })).rowProblems;
    expect(await problemsOf(drafted)).toEqual({ count: 0, rows: [] });
    gateway.treat(desk.idOf(batchId, 1), { status: 'SUCCESS', isProcessed: true });
    const fault = { code: 'retryNotFailed', idPayout: desk.idOf(batchId, 1), state: 'paid' };
    expect(await desk.release(drafted, true)).toMatchObject({
      error: {
        code: 'retryOvertaken',
        message: `1 row of batch ${drafted} is no longer to be paid. Nothing was released. Set it aside, and release the rest.`,
        details: { problems: [{ field: 'row 1', fault }] },
      },
    });
    expect(await problemsOf(drafted)).toEqual({ count: 1, rows: [{ rowNumber: 1, column: null, fault }] });

    const opened = await desk.get('sheets.open', { source: { kind: 'draft', batchId: drafted } });
    if (opened.kind !== 'opened') throw new Error('no sheet');
    const { version } = opened.sheet;
    await desk.get('sheets.setAside', {
      sheetId: opened.sheet.sheetId,
      rows: { kind: 'rowNumbers', rowNumbers: [1], version },
    });
    const rest = (await desk.get('sheets.prepare', { sheetId: opened.sheet.sheetId })).batchId;
    expect(await problemsOf(rest)).toEqual({ count: 0, rows: [] });
    expect(await desk.release(rest, true)).toMatchObject({ ok: true });
    await desk.run(rest);
    expect([gateway.timesPaid('A-1'), gateway.timesPaid('A-2')]).toEqual([1, 2]);
  });

  it('with --again is not drafted again if two of three retries have arrived', async () => {
    const { gateway, desk } = await openBook();
    const lines = [ada, bob, cyd];
    const batchId = await payWithFailures(gateway, desk, lines, lines);
    gateway.treat('A-3', refused);
    const first = await desk.retry(batchId);
    expect(desk.states(String(first))).toEqual(['paid', 'paid', 'failed']);
    gateway.treat('A-3', {});
    gateway.treat(desk.idOf(String(first), 3), refused);

    const second = String(await desk.retry(batchId, true));
    expect(await desk.get('batches.summary', { batchId: second })).toMatchObject({ rows: 1 });
    expect(desk.states(second)).toEqual(['paid']);
    // Each was accepted and failed once; the retry of the third failed too.
    expect(['A-1', 'A-2', 'A-3'].map((account) => gateway.timesPaid(account))).toEqual([2, 2, 3]);
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'notReleasable' });
    expect(await desk.retry(String(first), true)).toEqual({ refused: 'notReleasable' });
  });

  it('is retried once, however its failed retries are retried', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    gateway.treat('A-1', refused);
    const first = String(await desk.retry(batchId));
    const second = String(await desk.retry(first));
    expect(desk.states(second)).toEqual(['failed']);
    for (const id of [first, second]) gateway.treat(desk.idOf(id), refused);
    gateway.treat('A-1', {});
    // The very rows of the first retry: held like a file that was released before, and meant.
    expect(await desk.retry(batchId)).toEqual({ refused: 'duplicateHeld' });
    const last = String(await desk.retry(batchId, true));
    expect(desk.states(last)).toEqual(['paid']);
    for (const id of [batchId, first, second]) {
      expect(await desk.retry(id, true)).toEqual({ refused: 'notReleasable' });
      const { paidByRetry, problems } = await desk.get('batches.show', { batchId: id });
      expect(paidByRetry).toBe(1);
      expect(problems.map(({ retriedBy }) => retriedBy)).toEqual([
        { idPayout: desk.idOf(last), batchId: last, state: 'paid', isPaid: true, isEarlier: false },
      ]);
    }
    const ids = gateway.accepted().map(({ idPayment }) => idPayment);
    expect(new Set(ids).size).toBe(4);
  });

  it('is not retried while its retry is unknown', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const retry = await desk.get('batches.retry', { batchId });
    gateway.treat(desk.idOf(retry.batchId), {
      posts: [{ isEffective: true, answer: 'reset' }],
      getStatus: 500,
    });
    await desk.release(retry.batchId);
    await desk.run(retry.batchId);
    expect(desk.states(retry.batchId)).toEqual(['unknown']);
    expect(await desk.retry(batchId, true)).toEqual({ refused: 'notReleasable' });
    gateway.treat(desk.idOf(retry.batchId), {});
    await desk.run();
    expect(desk.states(retry.batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('is not sent again as a retry in doubt once the first payout was paid after all', async () => {
    const { gateway, desk, time } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const retry = await desk.get('batches.retry', { batchId });
    const idRetry = desk.idOf(retry.batchId);
    gateway.treat(idRetry, { posts: [{ isEffective: false, answer: 500 }], getStatus: 500 });
    await desk.release(retry.batchId);
    await desk.run(retry.batchId);
    const first = desk.idOf(batchId);
    gateway.treat(first, {});
    await desk.get('payouts.refresh', { idPayout: first });
    expect(desk.states(batchId)).toEqual(['paid']);

    gateway.treat(idRetry, {});
    // Nothing ends the asking but a day of it, after which a person decides.
    time.pass(23.8 * hour);
    await desk.run(retry.batchId);
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect(desk.states(retry.batchId)).toEqual(['unknown']);
    await desk.get('payouts.decide', { idPayout: idRetry, decision: 'sendAgain' });
    await desk.run(retry.batchId);
    expect(gateway.timesPaid('A-1')).toBe(1);
    expect(desk.states(retry.batchId)).toEqual(['unknown']);
  });

  it('treats a cancelled draft as never created, and gives equal drafts the same order ID', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada, bob], [ada, bob]);
    const first = await desk.get('batches.retry', { batchId });
    const id = desk.idOf(first.batchId);
    await desk.get('batches.cancel', { batchId: first.batchId });
    const second = await desk.get('batches.retry', { batchId });
    expect(second.batchId).toBe(first.batchId);
    await desk.get('batches.cancel', { batchId: second.batchId });
    const sheetId = await retrySheet(desk, batchId);
    const { rows } = await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
    await desk.get('sheets.change', {
      sheetId,
      change: { kind: 'remove', rowIds: rows.slice(1).map(({ rowId }) => rowId) },
    });
    const third = await desk.get('sheets.prepare', { sheetId });
    expect(desk.idOf(third.batchId)).toBe(id);
    await desk.release(third.batchId);
    await desk.run(third.batchId);
    expect(desk.states(third.batchId)).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(2);
    expect(gateway.timesPaid('A-2')).toBe(1);
  });

  it('leaves the history readable when a discarded draft makes room', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const retry = await desk.get('batches.retry', { batchId });
    const other = await desk.draft([bob]);
    await desk.get('batches.cancel', { batchId: retry.batchId });
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    await desk.release(other);
    await desk.run(other);
    const { payouts } = await desk.get('payouts.list', { limit: 10 });
    expect(payouts.map(({ state }) => state).toSorted()).toEqual(['failed', 'paid', 'paid']);
    expect((await desk.get('audit.verify', {})).problems).toEqual([]);
  });

  it('is drafted and paid once when two retries are requested at the same time', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const ends = await Promise.all([desk.retry(batchId), desk.retry(batchId)]);
    expect(ends).toContainEqual({ refused: 'alreadyReleased' });
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('is drafted with the current callback address of the profile', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const first = await desk.get('batches.retry', { batchId });
    const callbackUrl = 'http://127.0.0.1:9/other';
    await desk.get('profiles.edit', { name: 'book', newName: 'book', callbackUrl });
    const second = await desk.get('batches.retry', { batchId });
    expect(second.batchId).toBe(first.batchId);
    expect(desk.store().findBatch(second.batchId)?.callbackUrl).toBe(callbackUrl);
    await desk.release(second.batchId);
    await desk.run(second.batchId);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('waits while the gateway cannot be queried about the failed payout, and is paid once afterwards', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    await gateway.leave();
    expect(await desk.retry(batchId)).toEqual({ refused: 'gatewayUnreachable' });
    await gateway.comeBack();
    for (const getStatus of [403, 404, 500, 410]) {
      gateway.treat(desk.idOf(batchId), { ...refused, getStatus });
      expect(await desk.retry(batchId)).toHaveProperty('refused');
    }
    expect(desk.states(batchId)).toEqual(['failed']);
    expect(gateway.timesPaid('A-1')).toBe(1);
    gateway.treat(desk.idOf(batchId), refused);
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });

  it('keeps the order ID of a retry when its draft is opened as a sheet and prepared again', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const first = await desk.get('batches.retry', { batchId });
    const id = desk.idOf(first.batchId);
    const opened = await desk.get('sheets.open', { source: { kind: 'draft', batchId: first.batchId } });
    if (opened.kind !== 'opened') throw new Error('no sheet');
    const { sheetId } = opened.sheet;
    const { rows } = await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
    expect(rows.map(({ cells }) => cells.idPayout)).toEqual(['']);
    const set = rows.map(({ rowId }) => ({ rowId, cells: { reference: 'invoice 1, again' } }));
    await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows: set } });
    const second = await desk.get('sheets.prepare', { sheetId });
    expect(desk.idOf(second.batchId)).toBe(id);
    expect(gateway.timesPaid('A-1')).toBe(1);
  });

  it.each(['as it was', 'repaired', 'with fewer rows'])(
    'is not paid again from a backup made before its retry, retried %s',
    async (how) => {
      const { gateway, desk, time } = await openBook();
      const batchId = await payWithFailures(gateway, desk, [ada, bob], [ada, bob]);
      const backup = await desk.backup();
      expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid', 'paid']);
      time.pass(hour);
      await desk.restore(backup);
      if (how === 'as it was') expect(await desk.retry(batchId)).toEqual({ refused: 'recordsOlder' });
      // A person who dismisses the notice without a look at the gateway pays nobody twice either, by the order IDs.
      await desk.get('attention.dismissOlderRecords', {});
      if (how === 'with fewer rows') gateway.treat(desk.idOf(batchId), {});
      const repaired = how === 'repaired' ? await repair(desk, batchId, 'A-9') : null;
      if (repaired !== null) await desk.release(repaired);
      const again = repaired ?? String(await desk.retry(batchId));
      await desk.run(again);
      const states = desk.states(again);
      expect(states).toEqual(Array.from({ length: how === 'with fewer rows' ? 1 : 2 }, () => 'outside'));
      expect(['A-1', 'A-2', 'A-9'].map((account) => gateway.timesPaid(account))).toEqual([2, 2, 0]);
    },
  );

  it('is paid once by two computers that both retry it', async () => {
    const { gateway, desk, time } = await openBook();
    const batchId = await payWithFailures(gateway, desk, [ada], [ada]);
    const colleague = await openDesk(gateway, time);
    time.pass(hour);
    const theirs = await colleague.pay([ada]);
    await colleague.get('payouts.decide', { idPayout: colleague.idOf(theirs), decision: 'adopt' });
    await colleague.run(theirs);
    expect(colleague.states(theirs)).toEqual(['failed']);
    expect(desk.states(String(await desk.retry(batchId)))).toEqual(['paid']);
    time.pass(hour);
    expect(colleague.states(String(await colleague.retry(theirs)))).toEqual(['outside']);
    expect(gateway.timesPaid('A-1')).toBe(2);
  });
});
