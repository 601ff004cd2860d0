import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { BatchProblem, BatchReport } from '../../../contract/batches/batch.ts';
import { PaymentProblem } from '../../../contract/payments/problem.ts';
import { groupText, nextText, problemGroups, unknownText } from '../../../contract/text/batch-problems.ts';
import { printReport } from '../../../main/faces/cli/report.ts';
import { createOutput } from '../../../main/faces/cli/terminal/output.ts';
import { batchWith, settle } from '../../kit/attention.ts';
import { openOffice } from '../../kit/office.ts';
import { found as finding } from '../../kit/samples.ts';

const groupsOf = (problems: BatchProblem[], problemsLeftOut = 0) =>
  problemGroups({ problems, problemsLeftOut, isProfileRemoved: false });

const closed: BatchProblem = {
  rowNumber: 1,
  idPayout: 'b-1',
  state: 'rejected',
  money: { amount: '1.00', currencyCode: 'EUR' },
  accountName: 'Ann',
  problem: null,
  code: 'C',
  message: 'Closed.',
  decisions: [],
  retriedBy: null,
};

it('says “retried” only of what was sent again, not of a draft or of a retry that failed too', () => {
  const text = (...states: readonly ('draft' | 'paid' | 'failed')[]) =>
    groupsOf(
      states.map((state) => ({
        ...closed,
        retriedBy: { idPayout: 'r-1', batchId: 'r', state, isPaid: state === 'paid', isEarlier: false },
      })),
    ).map(groupText);
  expect(text('draft')).toEqual(['1 × Closed: 1 retry is drafted and not released']);
  expect(text('paid')).toEqual(['1 × Closed: Retried']);
  expect(text('paid', 'paid')).toEqual(['2 × Closed: All 2 retried']);
  expect(text('failed')).toEqual(['1 × Closed: Edit and retry']);
  const twoSentences = { ...closed, message: 'Closed. Bursar asks again.' };
  expect(groupsOf([twoSentences]).map(groupText)).toEqual(['1 × Closed. Bursar asks again. Edit and retry.']);
  expect(text('paid', 'draft', 'failed')).toEqual([
    '3 × Closed: Edit and retry. 1 payout retried. 1 retry is drafted and not released',
  ]);
});

it('counts payouts with the same cause as one, whatever their order IDs, and adds no advice to what Bursar does itself', () => {
  const failure = { error: 'gatewayUnreachable', cause: 'ECONNREFUSED' } as const;
  const problemOf = (idPayout: string): BatchProblem => ({
    ...closed,
    idPayout,
    state: 'accepted',
    problem: { code: 'couldNotAsk', failure },
    code: 'gatewayUnreachable',
    message: `Bursar could not ask about payout ${idPayout}.`,
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

it('lists each text once, whatever the states, and says for how many payouts something is to be done', () => {
  const back: BatchProblem = {
    ...closed,
    state: 'cancelled',
    problem: { code: 'mayBePaidAlready', by: { idPayment: 'a-1', state: 'paid' } },
    code: 'mayBePaidAlready',
    message: 'It may be paid already.',
  };
  const [text, ...more] = groupsOf([back, back, { ...back, state: 'unknown' }]).map(groupText);
  expect(more).toEqual([]);
  expect(text).toMatch(
    /^3 × It may be paid already: .* If both are owed, pay it in a new file \(2 of them\)\.$/,
  );
  // A text that says what to do is followed by nothing that depends on the state.
  const forgotten: BatchProblem = {
    ...closed,
    state: 'unknown',
    problem: { code: 'perhapsRetried' },
    code: 'perhapsRetried',
  };
  const decidable: BatchProblem = { ...forgotten, decisions: ['sendAgain', 'notAccepted'] };
  expect(groupsOf([forgotten, decidable]).map(groupText)).toEqual([
    expect.stringMatching(/^2 × .* before you decide\.$/),
  ]);
  // 409 to the first request, and to a repetition.
  const taken = (code: 'orderIdTaken' | 'acceptedBefore'): BatchProblem => ({
    ...forgotten,
    problem: { code },
    code,
  });
  expect(groupsOf([taken('orderIdTaken'), taken('acceptedBefore')]).map(groupText)).toEqual([
    expect.stringMatching(/^2 × The gateway already has/),
  ]);
  const retry = { idPayout: 'r-1', batchId: 'r', state: 'sending', isPaid: false, isEarlier: true } as const;
  expect(groupsOf([closed, closed, { ...closed, retriedBy: retry }], 1).map(groupText)).toEqual([
    'At least 3 × Closed: Edit and retry (at least 2 of them)',
  ]);
});

it('says that Bursar keeps asking only about payouts that it still queries', () => {
  const problem: BatchProblem = {
    ...closed,
    state: 'unknown',
    problem: { code: 'heldBack' },
    code: 'heldBack',
    message: 'Held back.',
  };
  const toDecide: BatchProblem = { ...problem, decisions: ['sendAgain', 'notAccepted'] };
  const texts = (each: BatchProblem) => groupsOf([each]).map(groupText);
  expect(texts(problem)[0]).toMatch(/keeps asking\.$/);
  expect(texts({ ...problem, problem: null })).toEqual(['1 × Held back.']);
  expect(unknownText(2, [problem, problem], 0)).toMatch(/Bursar keeps asking the gateway/);
  expect(unknownText(2, [problem, toDecide], 0)).toMatch(
    /decide about 1\. Bursar keeps asking about the others/,
  );
  expect(unknownText(1, [toDecide], 0)).not.toMatch(/keeps asking/);
});

const listed: BatchProblem = {
  ...closed,
  retriedBy: { idPayout: 'r-1', batchId: 'r', state: 'draft', isPaid: false, isEarlier: false },
};
const toDecide: BatchProblem = {
  ...listed,
  state: 'unknown',
  decisions: ['sendAgain', 'notAccepted'],
  retriedBy: null,
};

it('a list that leaves problems out counts none of their causes exactly', () => {
  expect(groupsOf([listed, listed, { ...listed, retriedBy: null }], 5).map(groupText)).toEqual([
    'At least 3 × Closed: Edit and retry. At least 2 retries are drafted and not released',
  ]);
  const paid = {
    ...listed,
    retriedBy: { idPayout: 'r-1', batchId: 'r', state: 'paid', isPaid: true, isEarlier: false },
  } as const;
  expect(groupsOf([paid, paid], 1).map(nextText)).toEqual(['At least 2 payouts retried']);
  expect(groupsOf([paid, paid], 0).map(nextText)).toEqual(['All 2 retried']);
});

it('a list that leaves problems out does not say that Bursar keeps asking about what it does not show', () => {
  expect(unknownText(12, [toDecide, toDecide], 10)).toBe(
    '12 payouts unknown. A person has to decide about at least 2. Bursar keeps asking about those that need no decision; nothing is sent twice.',
  );
  expect(unknownText(12, [listed], 11)).toBe(
    '12 payouts unknown. Bursar keeps asking about those that need no decision; nothing is sent twice.',
  );
});

const saidOf = (report: BatchReport): string => {
  const written: string[] = [];
  const stdout = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      written.push(piece.toString());
      done();
    },
  });
  printReport(createOutput(false, { env: {}, stdout, stderr: stdout }), report);
  return written.join('');
};

it('the command line says how many retries are drafted at least, where it lists only some problems', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00']);
  settle(office, batchId, 'rejected', 1);
  const retry = await office.get('batches.retry', { batchId });
  const report = await office.get('batches.show', { batchId });
  const drafted = `drafted in batch ${retry.batchId}, not released.`;
  expect(saidOf(report)).toContain(`\n2 retries are ${drafted}`);
  expect(saidOf({ ...report, problemsLeftOut: 1 })).toContain(`\nAt least 2 retries are ${drafted}`);
  expect(saidOf({ ...report, problemsLeftOut: 1 })).toContain('Problems: 3 rows\n  At least 2 × ');
  // Without its profile the draft is neither checked nor released.
  expect(saidOf({ ...report, isProfileRemoved: true })).not.toContain('`bursar release');
});

it('the command line does not claim that a draft of retries can be released, and names the command that says what holds it', async () => {
  const office = await openOffice();
  const batchId = await batchWith(office, 'rejected', ['1.00', '2.00']);
  settle(office, batchId, 'rejected', 1);
  const retry = await office.get('batches.retry', { batchId });
  const [back] = office.store.problemPayments(batchId, 1);
  office.store.record([finding(back?.paymentId ?? 0, 'rejected', 'accepted', { dueAt: null })], office.now());
  expect(await office.release(retry.batchId)).toMatchObject({ error: { code: 'retryOvertaken' } });
  const said = saidOf(await office.get('batches.show', { batchId }));
  expect(said).not.toMatch(/bursar release \S+` releases \d/);
  expect(said).toContain(`\`bursar check ${retry.batchId}\` checks that batch`);
  const { problems } = await office.get('batches.findings', { batchId: retry.batchId });
  expect(problems).toMatchObject([{ row: 1, fault: { code: 'retryNotFailed' } }]);
});
