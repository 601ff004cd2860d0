import { expect, it, onTestFinished } from 'vitest';
import { groupText, problemGroups, unknownText } from '../../../contract/text/batch-problems.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { toDescribed } from '../../../main/core/payments/convert.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openColleague } from '../../kit/people.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';
import { oneApproval } from './two-people.ts';

const hourMs = 3_600_000;
const rows = Array.from({ length: 4 }, (_, index) => ({ amount: '10.00', account: `ACC-${index}` }));

type HeldBack = {
  readonly office: VirtualOffice;
  readonly batchId: string;
  run(): Promise<{ outcome: string; message: string | null }>;
  /** The payouts of the batch that are unknown. */
  unknown(): ReturnType<VirtualOffice['store']['rowsOfBatch']>;
};

/** A released batch whose payouts were sent and never reached the gateway, and no policy yet. */
async function openUnknown(longestDelayMs = 0): Promise<HeldBack> {
  const weather = { ...fairWeather, longestDelayMs };
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    approvalKeys: createMemoryApprovalKeys(true),
    weather,
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const ann = await office.until(openColleague(office.parts, 'Ann'));
  await office.get('approvers.add', { card: await office.until(ann.card()) });
  await office.get('balances.read', {});
  const { batchId } = await office.draft(rows);
  await office.release(batchId);
  const run = (silenceLimitMs = 60_000) =>
    office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs });
  // Without a look at the first one, so that all leave at once.
  await office.get('settings.change', { ignoredTestFlags: ['main'] });
  weather.lostRequest = 1;
  await run(1);
  weather.lostRequest = 0;
  const unknown = () => office.store.rowsOfBatch(batchId, 0, 100).filter(({ state }) => state === 'unknown');
  expect(unknown()).toHaveLength(rows.length);
  return { office, batchId, run, unknown };
}

/** Whether every text about the unknown payouts of a batch says that Bursar keeps asking only of those that it asks about. */
async function expectTrueTexts({ office, batchId, unknown }: HeldBack): Promise<void> {
  for (const payment of unknown()) {
    const meaning = paymentMeaning(toDescribed(payment));
    expect(/keeps asking/.test(meaning), meaning).toBe(payment.dueAt !== null);
    // Resumed without its approvals, the batch would only be paused again.
    expect(meaning).not.toMatch(/Resume/);
  }
  const report = await office.get('batches.show', { batchId });
  const { problems, byState } = report;
  const isAsked = unknown().some(({ dueAt }) => dueAt !== null);
  const items = await office.get('attention.list', {});
  const said = [
    unknownText(byState.unknown ?? 0, problems, 0),
    ...items.filter(({ kind }) => kind === 'unknown').map(attentionText),
  ];
  for (const text of said) expect(/keeps asking/.test(text), text).toBe(isAsked);
  for (const text of problemGroups(report).map(groupText)) expect(text).not.toMatch(/Nothing to do|Resume/);
}

it('a payout held back because its batch lacks approvals is queried, left to a person after a day, and never sent', async () => {
  const held = await openUnknown();
  const { office, batchId, run, unknown } = held;
  await office.get('policies.set', { policy: oneApproval });
  expect(await run()).toMatchObject({ outcome: 'refused' });
  await office.get('batches.resume', { batchId });
  expect(await run()).toMatchObject({ outcome: 'refused' });
  expect(office.store.isPaused(batchId)).toBe(true);
  expect(new Set(unknown().map(({ problem }) => problem?.code))).toEqual(new Set(['heldBack']));
  await expectTrueTexts(held);

  const [first, second] = unknown();
  if (first === undefined || second === undefined) throw new Error('nothing is unknown');
  const decide = (idPayout: string, decision: 'notAccepted' | 'sendAgain') =>
    office.tell('payouts.decide', { idPayout, decision });
  await office.get('runner.start', {});
  await office.pass(hourMs);
  expect(unknown().every(({ polls }) => polls > 10)).toBe(true);
  expect(await decide(first.idPayment, 'notAccepted')).toMatchObject({ error: { code: 'notDecidable' } });
  await expectTrueTexts(held);

  await office.pass(24 * hourMs);
  expect(unknown().every(({ dueAt, problem }) => dueAt === null && problem?.code === 'olderThanADay')).toBe(
    true,
  );
  await expectTrueTexts(held);
  expect(await decide(first.idPayment, 'notAccepted')).toMatchObject({
    ok: true,
    value: { state: 'rejected' },
  });
  expect(await decide(second.idPayment, 'sendAgain')).toMatchObject({ ok: true });
  await office.get('batches.resume', { batchId });
  await office.pass(hourMs);
  expect(office.store.isPaused(batchId)).toBe(true);
  expect(office.gateway.book()).toEqual([]);
});

it('a run queries held-back payouts that are due, and ends; after a day that leaves them to a person', async () => {
  const { office, run, unknown } = await openUnknown();
  await office.get('policies.set', { policy: oneApproval });
  await run();
  const asked = unknown().map(({ polls }) => polls);
  const endedAt = office.clock.now();
  await run();
  expect(unknown().every(({ problem }) => problem?.code === 'heldBack')).toBe(true);
  expect(office.clock.now() - endedAt).toBeLessThan(60_000);
  await office.pass(hourMs);
  await run();
  expect(unknown().every(({ polls }, index) => polls > (asked[index] ?? 0))).toBe(true);
  await office.pass(24 * hourMs);
  await run();
  expect(unknown().map(({ problem, dueAt }) => [problem?.code, dueAt])).toEqual(
    rows.map(() => ['olderThanADay', null]),
  );
  expect(office.gateway.book()).toEqual([]);
});

it('I12: an unknown payout is not sent again from the moment a policy requires approvals that its batch lacks', async () => {
  for (let afterMs = 0; afterMs < 4000; afterMs += 100) {
    const { office, batchId } = await openUnknown(1000);
    await office.get('runner.start', {});
    await office.pass(afterMs);
    const changedAt = office.clock.now();
    await office.get('policies.set', { policy: oneApproval });
    await office.pass(60_000);
    const payments = office.store.rowsOfBatch(batchId, 0, rows.length);
    const attempts = payments.flatMap(({ paymentId }) => office.store.attemptsOf(paymentId));
    expect(
      attempts.filter(({ startedAt }) => startedAt > changedAt),
      `after ${afterMs} ms`,
    ).toEqual([]);
  }
});
