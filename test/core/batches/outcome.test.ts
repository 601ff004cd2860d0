import { describe, expect, it } from 'vitest';
import { groupText, nextText, problemGroups, retriedText } from '../../../contract/text/batch-problems.ts';
import { batchOutcome, moneyOutcomes, paidByRetryText } from '../../../contract/text/outcome.ts';
import { withPlainFields } from '../../../contract/text/columns.ts';
import { atWork, openOffice } from '../../kit/office.ts';
import { accepted, claim, found as finding } from '../../kit/samples.ts';

it('lists the batches with a text in their file name, however it is written, or in their ID, page after page', async () => {
  const office = await openOffice();
  const names = ['Löhne März.csv', 'rent.csv', 'löhne april.csv', 'vendors.csv', 'LOHNE MAI.csv'];
  for (const [index, fileName] of names.entries()) {
    const bytes = new TextEncoder().encode(
      `amount,currency,method,account_number\n${index + 1},EUR,BANK_TRANSFER,A1\n`,
    );
    await office.get('batches.import', { fileName, bytes });
  }
  const found = async (search: string, after: string | null = null) =>
    office.get('batches.list', { search, after, limit: 2 });
  const first = await found(' LÖHNE ');
  expect(first.map(({ fileName }) => fileName)).toEqual([names[4], names[2]]);
  const rest = await found('löhne', first[1]?.batchId);
  expect(rest.map(({ fileName }) => fileName)).toEqual([names[0]]);
  const id = rest[0]?.batchId ?? '';
  expect((await found(id.slice(2))).map(({ batchId }) => batchId)).toEqual([id]);
  expect(await found('nobody')).toEqual([]);
});

describe('the outcome of a batch', () => {
  it('counts what retries have paid since, however many payouts were not paid', async () => {
    const office = await openOffice();
    const { store, now } = office;
    const rows = 105;
    const problem = { code: 'refused', failure: { error: 'gatewayRefused', status: 406 } } as const;
    const { batchId } = await office.draft(Array.from({ length: rows }, (_, index) => `${index + 1}.00`));
    const send = async (id: string, ends: (row: number) => 'rejected' | 'paid'): Promise<void> => {
      expect((await office.release(id)).ok).toBe(true);
      for (const intent of claim(store, id, rows, now())) {
        const { paymentId, rowNumber } = intent.payment;
        const to = ends(rowNumber);
        if (to === 'paid')
          store.record([accepted(intent), finding(paymentId, 'accepted', to, { dueAt: null })], now());
        else store.record([finding(paymentId, 'sending', to, { dueAt: null, problem })], now());
      }
    };
    await send(batchId, () => 'rejected');
    const retry = await office.get('batches.retry', { batchId });
    await send(retry.batchId, (row) => (row <= 3 ? 'rejected' : 'paid'));
    // A list does not look at that many, and claims neither that none of them was paid nor that a payout is left to pay.
    const listed = await office.get('batches.summary', { batchId });
    expect(batchOutcome(listed)).toEqual({ text: `Completed, ${rows} not paid here`, tone: 'unknown' });
    const report = await office.get('batches.show', { batchId });
    expect(report).toMatchObject({ byState: { rejected: rows }, paidByRetry: rows - 3, paidOutside: 0 });
    expect(batchOutcome(report)).toEqual({
      text: `Completed, 3 not paid, ${rows - 3} paid by retry`,
      tone: 'rejected',
    });
  });

  it('shows its amounts, its problems by cause with the fix, and each retry', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows([
      ['1.50', 'EUR', 'BANK_TRANSFER', 'A1'],
      ['2.50', 'EUR', 'BANK_TRANSFER', 'A2'],
      ['4.00', 'EUR', 'BANK_TRANSFER', 'REFUSED-9002'],
      ['8.00', 'EUR', 'BANK_TRANSFER', 'REFUSED-1-9002'],
      ['16.00', 'USD', 'BANK_TRANSFER', 'FAILS-9001'],
    ]);
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'paid', 'rejected', 'failed') === 5);
    const { familyOf } = office.store;
    let families = 0;
    office.store.familyOf = (...of) => {
      families += 1;
      return familyOf(...of);
    };
    await office.get('batches.list', { limit: 9 });
    // None was retried, and a family is read one by one.
    expect(families).toBe(0);
    const report = await office.get('batches.show', { batchId });
    expect(moneyOutcomes(report)).toMatchObject([
      {
        currencyCode: 'EUR',
        total: { amount: '16.00', count: 4 },
        paid: { amount: '4.00', count: 2 },
        inProgress: null,
        notPaid: { amount: '12.00', count: 2 },
        toReview: null,
      },
      { currencyCode: 'USD', paid: null, notPaid: { amount: '16.00', count: 1 } },
    ]);
    expect(batchOutcome(report)).toEqual({ text: 'Completed, 3 not paid', tone: 'rejected' });
    const [refused] = problemGroups(report);
    expect(refused).toMatchObject({ code: 'ACCOUNT_NOT_PAYABLE', count: 2, retried: 0 });
    expect(refused === undefined ? '' : groupText(refused)).toBe(
      '2 × Account: This account cannot be paid. [ACCOUNT_NOT_PAYABLE]: Edit and retry',
    );

    const [, second] = report.problems.filter(({ state }) => state === 'rejected');
    const opening = await office.get('sheets.open', {
      source: { kind: 'retryPayouts', idPayouts: [second?.idPayout ?? ''] },
    });
    if (opening.kind !== 'opened') throw new Error(opening.kind);
    const { sheetId } = opening.sheet;
    const rows = [{ rowId: 1, cells: { accountNumber: 'REPAIRED' } }];
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    const retry = await office.get('sheets.prepare', { sheetId });
    const drafted = await office.get('batches.show', { batchId });
    const ofDraft = drafted.problems.find(({ idPayout }) => idPayout === second?.idPayout);
    expect(ofDraft?.retriedBy ? retriedText(ofDraft.retriedBy) : '').toMatch(
      /^Retry drafted as \S+, not released$/,
    );
    expect(problemGroups(drafted).map(groupText)[0]).toBe(
      '2 × Account: This account cannot be paid. [ACCOUNT_NOT_PAYABLE]: Edit and retry. 1 retry is drafted and not released',
    );
    await office.releaseAll(retry.batchId);
    await office.until(() => office.countOf(retry.batchId, 'paid') === 1);
    const after = await office.get('batches.show', { batchId });
    expect(after.retriable).toBe(2);
    expect(batchOutcome(after)).toEqual({ text: 'Completed, 2 not paid, 1 paid by retry', tone: 'rejected' });
    expect(paidByRetryText(after)).toBe('Of 3 payouts not paid here, 1 was paid by a retry.');
    expect(paidByRetryText({ ...after, byState: { paid: 2, failed: 1 } })).toBe(
      'Of 1 payout not paid here, 1 was paid by a retry. Every row is paid.',
    );
    expect(batchOutcome({ ...after, byState: { paid: 2, failed: 1 } }).tone).toBe('paid');
    const retried = await office.get('batches.summary', { batchId: retry.batchId });
    expect(retried.paidByRetry).toBe(0);
    const repaired = after.problems.find(({ idPayout }) => idPayout === second?.idPayout);
    expect(repaired?.retriedBy).toMatchObject({ batchId: retry.batchId, state: 'paid' });
    expect(repaired?.retriedBy ? retriedText(repaired.retriedBy) : '').toMatch(/^Retried as \S+ \(paid\)$/);
    const last = await office.get('payouts.show', { idPayout: repaired?.retriedBy?.idPayout ?? '' });
    expect(last).toMatchObject({ retryOf: second?.idPayout, retryOfBatchId: batchId });
    expect(problemGroups(after).map(groupText)[0]).toBe(
      '2 × Account: This account cannot be paid. [ACCOUNT_NOT_PAYABLE]: Edit and retry. 1 payout retried',
    );
  });

  it.each([
    ['released', { text: 'Completed, 1 paid by another payout', tone: 'paid' }],
    ['a draft', { text: 'Cancelled, 1 paid by another payout', tone: 'cancelled' }],
  ])(
    'says of a retry that was not sent, as the payout before it was paid, that its row is paid: %s',
    async (was, outcome) => {
      const office = await openOffice(atWork);
      const { store, now } = office;
      const batchId = await office.draftRows([['16.00', 'USD', 'BANK_TRANSFER', 'FAILS-9001']]);
      await office.releaseAll(batchId);
      await office.get('runner.start', {});
      await office.until(() => office.countOf(batchId, 'failed') === 1);
      await office.get('runner.stop', {});
      const retry = await office.get('batches.retry', { batchId });
      if (was === 'released') await office.releaseAll(retry.batchId);
      const [old] = store.rowsOfBatch(batchId, 0, 1);
      if (old === undefined) throw new Error('no rows');
      const { paymentId, idPayment } = old;
      store.record(
        [finding(paymentId, 'failed', 'paid', { gatewayStatus: 'SUCCESS', dueAt: null, problem: null })],
        now(),
      );
      // As `batch retry` does.
      if (was !== 'released') await office.get('batches.cancel', { batchId: retry.batchId });
      const report = await office.get('batches.show', { batchId: retry.batchId });
      expect(report).toMatchObject({ byState: { cancelled: 1 }, paidByRetry: 0, paidByOther: 1 });
      const message = `Bursar has not sent this payout: payout ${idPayment}, for the same row, was paid.`;
      expect(report.problems).toMatchObject([{ state: 'cancelled', code: 'rowCovered', message }]);
      expect(batchOutcome(report)).toEqual(outcome);
      expect(paidByRetryText(report)).toBe(
        'Of 1 payout not paid here, 1 was paid by another payout for its row. Every row is paid.',
      );
      expect(await office.get('batches.summary', { batchId: retry.batchId })).toMatchObject({
        paidByOther: 1,
      });
      expect(await office.get('audit.verify', {})).toMatchObject({ problems: [] });
    },
  );

  it('names only a later payout as the retry of a payout', async () => {
    const office = await openOffice(atWork);
    const batchId = await office.draftRows([['16.00', 'USD', 'BANK_TRANSFER', 'FAILS-9001']]);
    await office.releaseAll(batchId);
    await office.get('runner.start', {});
    await office.until(() => office.countOf(batchId, 'failed') === 1);
    const retriedBy = async (batch: string) =>
      (await office.get('batches.show', { batchId: batch })).problems.map((problem) => problem.retriedBy);
    const retryOnce = async (): Promise<string> => {
      const retry = await office.get('batches.retry', { batchId });
      await office.releaseAll(retry.batchId);
      await office.until(() => office.countOf(retry.batchId, 'failed') === 1);
      return retry.batchId;
    };
    const first = await retryOnce();
    const second = await retryOnce();
    expect(await retriedBy(batchId)).toMatchObject([{ batchId: second, state: 'failed' }]);
    expect(await retriedBy(first)).toMatchObject([{ batchId: second, state: 'failed' }]);
    expect(await retriedBy(second)).toEqual([null]);
    // The first retry is paid after all: the second one was not retried by it, and is not retried again.
    const [paid] = office.store.rowsOfBatch(first, 0, 1);
    if (paid === undefined) throw new Error('the retry has no row');
    const cause = { code: 'answered', status: 200 } as const;
    const { paymentId } = paid;
    const found = {
      paymentId,
      cause,
      detail: null,
      gatewayStatus: 'SUCCESS',
      problem: null,
      dueAt: null,
      polls: 0,
    };
    office.store.record([{ ...found, from: 'failed', to: 'paid' }], office.now());
    const after = await office.get('batches.show', { batchId: second });
    expect(after.retriable).toBe(0);
    const [told] = after.problems;
    expect(told?.retriedBy).toMatchObject({ batchId: first, state: 'paid', isEarlier: true });
    expect(told?.retriedBy ? retriedText(told.retriedBy) : '').toBe(
      `Earlier retry of the row: ${paid.idPayment} (paid)`,
    );
    expect(problemGroups(after).map(nextText)).toEqual(['']);
    expect(await retriedBy(batchId)).toMatchObject([{ batchId: first, state: 'paid', isEarlier: false }]);
  });

  it('calls nothing paid or unpaid until that is known', () => {
    const told = (byState: Parameters<typeof batchOutcome>[0]['byState']): string => {
      const { text, tone } = batchOutcome({ state: 'released', isPaused: false, byState });
      return `${tone}: ${text}`;
    };
    expect(told({ paid: 2 })).toBe('paid: Completed');
    // Nothing is sent while a person has to decide.
    expect(told({ paid: 2, unknown: 1, failed: 1 })).toBe('unknown: 1 unknown');
    expect(told({ accepted: 2, unknown: 1 })).toBe('unknown: In progress, 1 unknown');
    expect(told({ queued: 1, unknown: 1 })).toBe('released: Sending');
    expect(told({ accepted: 2, queued: 1 })).toBe('released: Sending');
    expect(told({ paid: 2, accepted: 1 })).toBe('released: In progress');
    expect(told({ paid: 2, conflict: 1 })).toBe('rejected: Completed, 1 to review');
    expect(told({ cancelled: 3 })).toBe('cancelled: Completed, 3 not paid');
  });
});

describe('a validation error from the gateway', () => {
  it.each([
    ['paymentMethod.account.accountNumber: closed', 'Account: closed'],
    ['paymentMethod.emailAddress: wrong; paymentRequested.money.amount: low', 'E-mail: wrong; Amount: low'],
    ['callbackUrl: wrong', 'callbackUrl: wrong'],
  ])('%s names its fields as people do', (message, plain) => {
    expect(withPlainFields(message)).toBe(plain);
  });
});
