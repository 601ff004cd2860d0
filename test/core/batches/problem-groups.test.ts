import { expect, it } from 'vitest';
import type { BatchProblem } from '../../../contract/batches/batch.ts';
import { PaymentProblem } from '../../../contract/payments/problem.ts';
import { groupText, problemGroups, unknownText } from '../../../contract/text/batch-problems.ts';

const groupsOf = (problems: BatchProblem[]) => problemGroups({ problems, isProfileRemoved: false });

it('says “retried” only of what was sent again, not of a draft or of a retry that failed too', () => {
  const problem = {
    rowNumber: 1,
    idPayout: 'b-1',
    state: 'rejected',
    money: { amount: '1.00', currencyCode: 'EUR' },
    accountName: 'Ann',
    problem: null,
    code: 'C',
    message: 'Closed.',
    decisions: [],
  } as const;
  const text = (...states: readonly ('draft' | 'paid' | 'failed')[]) =>
    groupsOf(
      states.map((state) => ({
        ...problem,
        decisions: [],
        retriedBy: { idPayout: 'r-1', batchId: 'r', state, isPaid: state === 'paid', isEarlier: false },
      })),
    ).map(groupText);
  expect(text('draft')).toEqual(['1 × Closed: 1 retry is drafted and not released']);
  expect(text('paid')).toEqual(['1 × Closed: Retried']);
  expect(text('paid', 'paid')).toEqual(['2 × Closed: All 2 retried']);
  expect(text('failed')).toEqual(['1 × Closed: Edit and retry']);
  const twoSentences = { ...problem, message: 'Closed. Bursar asks again.', retriedBy: null };
  expect(groupsOf([{ ...twoSentences, decisions: [] }]).map(groupText)).toEqual([
    '1 × Closed. Bursar asks again. Edit and retry.',
  ]);
  expect(text('paid', 'draft', 'failed')).toEqual([
    '3 × Closed: Edit and retry. 1 payout retried. 1 retry is drafted and not released',
  ]);
});

it('counts payouts with the same cause as one, whatever their order IDs, and adds no advice to what Bursar does itself', () => {
  const failure = { error: 'gatewayUnreachable', cause: 'ECONNREFUSED' } as const;
  const problemOf = (idPayout: string): BatchProblem => ({
    rowNumber: 1,
    idPayout,
    state: 'accepted',
    money: { amount: '1.00', currencyCode: 'EUR' },
    accountName: 'Ann',
    problem: { code: 'couldNotAsk', failure },
    code: 'gatewayUnreachable',
    message: `Bursar could not ask about payout ${idPayout}.`,
    decisions: [],
    retriedBy: null,
  });
  expect(groupsOf([problemOf('b-1'), problemOf('b-2')]).map(groupText)).toEqual([
    '2 × Bursar could not ask the gateway, and keeps asking. The gateway could not be reached. Check the network and the gateway address of the profile.',
  ]);
  const unknown: BatchProblem = { ...problemOf('b-2'), state: 'unknown' };
  expect(groupsOf([problemOf('b-1'), unknown]).map(({ count }) => count)).toEqual([2]);
  const held = { amount: '2.00', currencyCode: 'EUR' };
  const conflicts: BatchProblem[] = [held, { ...held, amount: '3.00' }].map((each) => ({
    ...problemOf('b-1'),
    state: 'conflict',
    problem: { code: 'otherMoney', held: each },
  }));
  expect(groupsOf(conflicts).map(groupText)).toEqual([expect.stringMatching(/^2 × .* the row\.$/)]);
  const old: BatchProblem = { ...unknown, problem: { code: 'olderThanADay' }, decisions: ['sendAgain'] };
  expect(groupsOf([old]).map(groupText)[0]).toMatch(/mark it as not accepted\.$/);
  const empty = { code: 'notConfirmed', failure: { error: 'gatewayServerError', status: 500, said: '{}' } };
  const unsaid: BatchProblem = { ...problemOf('b-1'), problem: PaymentProblem.parse(empty) };
  expect(groupsOf([unsaid]).map(groupText)[0]).toMatch(/internal error \(status 500\)\.$/);
});

it('says that Bursar keeps asking only about payouts that it still queries', () => {
  const problem = {
    rowNumber: 1,
    idPayout: 'b-1',
    state: 'unknown',
    money: { amount: '1.00', currencyCode: 'EUR' },
    accountName: 'Ann',
    problem: { code: 'heldBack' },
    code: 'heldBack',
    message: 'Held back.',
    decisions: [],
    retriedBy: null,
  } satisfies BatchProblem;
  const toDecide: BatchProblem = { ...problem, decisions: ['sendAgain', 'notAccepted'] };
  const texts = (each: BatchProblem) => groupsOf([each]).map(groupText);
  expect(texts(problem)[0]).toMatch(/keeps asking: Resume the batch$/);
  expect(texts({ ...problem, problem: null })).toEqual(['1 × Held back.']);
  expect(unknownText(2, [problem, problem])).toMatch(/Bursar keeps asking the gateway/);
  expect(unknownText(2, [problem, toDecide])).toMatch(
    /decide about 1\. Bursar keeps asking about the others/,
  );
  expect(unknownText(1, [toDecide])).not.toMatch(/keeps asking/);
});
