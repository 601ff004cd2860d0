import { describe, expect, it } from 'vitest';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { causeOfMany } from '../../../contract/text/problem-text.ts';
import { toDescribed } from '../../../main/core/payments/convert.ts';
import { decisionsFor } from '../../../main/core/payments/person-decisions.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { accepted, after, created, detail, moment, now, payment, refused } from './decisions.ts';

const day = 24 * 3_600_000;
const forbidden = refused('gatewayForbidden', 403);

type Answered = Parameters<typeof afterRead>[1];

/** The payment after it was asked about at this moment, when it was due. */
function asked(before: StoredPayment, at: number, result: Answered = forbidden): StoredPayment {
  const [finding] = afterRead({ ...before, dueAt: at }, result, {
    now: at,
    fraction: 0.5,
    gatewayNow: at,
  }).findings;
  if (finding === undefined) throw new Error('nothing was found');
  const { to, problem, dueAt, polls } = finding;
  return { ...before, state: to, problem, dueAt, polls };
}

describe.each([
  ['unknown', payment],
  ['accepted', accepted],
] as const)('an %s payout whose outcome the gateway does not report', (state, before) => {
  it('does not count a day during which Bursar was closed and asked only twice', () => {
    const once = asked({ ...before, polls: 9 }, now);
    const twice = asked(once, now + 3 * day);
    expect(twice).toMatchObject({ state, problem: { code: 'couldNotAsk' } });
    // The same problem: what is no change is no event.
    expect(twice.problem).toEqual(once.problem);
    expect(decisionsFor(twice)).toEqual([]);
  });

  it('is marked after a day and five queries, until one is answered', () => {
    let payout = asked(before, now);
    for (const minute of [1, 2, 3]) payout = asked(payout, now + 2 * day + minute * 60_000);
    expect(payout.problem?.code).toBe('couldNotAsk');
    payout = asked(payout, now + 2 * day + 300_000);
    expect(payout.problem?.code).toBe('couldNotAskForLong');
    // Bursar may have been closed for most of that day.
    expect(payout.problem && causeOfMany(payout.problem, 'payout')).toMatch(
      /or more than a day the gateway has not (?:told|said)/,
    );
    expect(payout.dueAt).not.toBeNull();
    expect(asked(payout, now + 2 * day + 600_000).problem?.code).toBe('couldNotAskForLong');
    const answered = asked(payout, now + 3 * day, detail({}));
    expect(answered).toMatchObject({ state: 'accepted', problem: null });
  });

  it('does not count a person’s query before the next one is due', () => {
    let payout = asked(before, now);
    for (const second of [1, 2, 3, 4, 5, 6]) {
      const at = now + 2 * day + second * 1000;
      const early = { ...payout, dueAt: at + 60_000 };
      const { findings } = afterRead(early, forbidden, { now: at, fraction: 0.5, gatewayNow: at });
      payout = { ...early, ...findings[0] };
    }
    expect(payout.problem?.code).toBe('couldNotAsk');
  });
});

it('a payout that was left to a person stays so when a query about it is stopped', () => {
  const left: StoredPayment = { ...payment, problem: { code: 'olderThanADay' }, dueAt: null };
  expect(decisionsFor(left)).toEqual(['sendAgain', 'notAccepted']);
  const stopped = { now, fraction: 0.5, gatewayNow: now };
  expect(afterRead(left, refused('stopped'), stopped).findings).toEqual([]);
});

describe('an accepted payout whose outcome the gateway does not report', () => {
  it('is never left to a person to decide, because that could pay it twice', () => {
    let payout = asked(accepted, now);
    for (const minute of [1, 2, 3, 4, 5]) payout = asked(payout, now + 2 * day + minute * 60_000);
    expect(payout).toMatchObject({ state: 'accepted', problem: { code: 'couldNotAskForLong' } });
    expect(decisionsFor(payout)).toEqual([]);
  });

  it('remembers that only a repetition was answered 409, which decides whether it is ours', () => {
    const repeated: StoredPayment = { ...accepted, gatewaySentAt: now, problem: { code: 'acceptedBefore' } };
    const untold = asked(repeated, now + 60_000);
    expect(untold.problem).toMatchObject({ code: 'couldNotAsk', byRepetition: true });
    const long = detail({ createdAt: new Date(now - 2 * day).toISOString() });
    expect(asked(untold, now + 120_000, long)).toMatchObject({ state: 'outside' });
  });

  it('needs attention a day after the gateway first did not know it, and a later such answer continues the count', () => {
    const notFound = refused('gatewayNotFound', 410);
    const forgotten = asked(accepted, now, notFound);
    expect(asked(forgotten, now + 60_000).problem?.code).toBe('forgotten');
    let told = forgotten;
    for (const minute of [1, 2, 3]) told = asked(told, now + minute * 60_000, notFound);
    const untold = asked(told, now + day + 60_000);
    expect(untold).toMatchObject({ state: 'accepted', problem: { code: 'couldNotAskForLong' } });
    expect(asked(untold, now + day + 120_000, notFound)).toMatchObject({
      state: 'unknown',
      problem: { code: 'forgottenForLong' },
    });
  });
});

it('I13: an accepted payout is called in progress only until a query is answered otherwise, or not at all', () => {
  const meaningAfter = (result: Answered, before = accepted): string =>
    paymentMeaning({ ...toDescribed(asked(before, now, result)), hasInstructions: false });
  expect(meaningAfter(detail({ status: 'PENDING' }))).toMatch(/is processing it/);
  const nothingSaid =
    'The gateway accepted this payout, and has not said since what became of it. Bursar keeps asking.';
  expect(meaningAfter(refused('gatewayNotFound', 410))).toBe(nothingSaid);
  expect(meaningAfter(forbidden)).toBe(nothingSaid);
  const byRepetition = { ...accepted, problem: { code: 'acceptedBefore' } as const };
  expect(meaningAfter(forbidden, byRepetition)).toMatch(/said that it has this payout/);
});

it('I6: each answer that the gateway does not know a payout, on its way to rejected, is recorded as an answer', () => {
  const [refusal] = created(refused('gatewayStatusUnexpected', 422)).findings;
  let payout: StoredPayment = { ...payment, problem: refusal?.problem ?? null };
  while (payout.state !== 'rejected') {
    const at = { ...moment, now: payout.dueAt ?? now };
    const decision = afterRead(payout, refused('gatewayNotFound', 410), at);
    expect(decision.findings).toMatchObject([{ cause: { code: 'answered', status: 410 }, detail: '{}' }]);
    payout = after(payout, decision);
  }
});
