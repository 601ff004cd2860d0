import type { AppError, ErrorCode } from '../../../contract/errors.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import { askedStates, recheckedStates } from '../../../contract/payments/life.ts';
import { unsentStates, type PaymentState } from '../../../contract/payments/payment.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import { dayMs } from '../../../contract/duration.ts';
import { longestRecheckingMs, longestWaits, nextWaitMs } from './schedule.ts';

/**
 * What a response says about the gateway itself: usable, only that it answers (it refused a question about one payment), useless (no
 * response, a server error), or this merchant is refused.
 */
export type Usefulness = 'useful' | 'answers' | 'useless' | 'refused' | 'stopped';

/** The result of a response: findings to record in order, and whether to send the same bytes again. */
export type Decision = {
  readonly findings: readonly Finding[];
  readonly sendAgain: boolean;
  readonly usefulness: Usefulness;
};

/**
 * The time and the jitter (0 to 1), injected so that a decision can be reproduced. `gatewayNow` is the gateway's clock, which nobody
 * can change on this computer; null before the first response.
 */
export type Moment = { readonly now: number; readonly fraction: number; readonly gatewayNow: number | null };

/** A time by this computer's clock, which may be set, and by the gateway's; see `Moment`. */
export type Times = Pick<Moment, 'now' | 'gatewayNow'>;

/** Whether two times lie no further apart than this, by each clock that is known: that of this computer may have been set since. */
export function areWithin(limitMs: number, one: Times, other: Times): boolean {
  return longestBetween(one, other) <= limitMs;
}

/** How far two times lie apart, by the clock that says more. */
export function longestBetween(one: Times, other: Times): number {
  const here = Math.abs(one.now - other.now);
  if (one.gatewayNow === null || other.gatewayNow === null) return here;
  return Math.max(here, Math.abs(one.gatewayNow - other.gatewayNow));
}

/** Errors that every request of this merchant will get until a person fixes the cause. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'gatewayUnauthenticated',
  'keyMissing',
  'keyInvalid',
  'keyFileUnsafe',
  'passphraseWrong',
  'keychainUnavailable',
  'keychainLocked',
]);

export function usefulnessOf(code: ErrorCode): Usefulness {
  if (code === 'stopped') return 'stopped';
  return refusals.has(code) ? 'refused' : 'useless';
}

/** Whether the gateway refused this one request, which says nothing about any other. */
export function isRefusal({ code, details: { status } }: Pick<AppError, 'code' | 'details'>): boolean {
  switch (code) {
    case 'gatewayInputInvalid':
    case 'gatewayForbidden':
    case 'gatewayVersionUnsupported':
    case 'gatewayRefused':
    case 'gatewayNotFound':
      return true;
    case 'gatewayStatusUnexpected':
      // An undocumented 4xx still means that the request was refused; a redirect proves nothing.
      return status !== undefined && status >= 400 && status < 500;
    default:
      return false;
  }
}

/** The statuses of a create request that the interface defines as not accepted (Endpoints, and Errors). */
const namedRefusals: ReadonlySet<ErrorCode> = new Set([
  'gatewayInputInvalid',
  'gatewayForbidden',
  'gatewayVersionUnsupported',
  'gatewayRefused',
]);

/** Whether the gateway refused a create request with a status that the interface defines for that. */
export function isNamedRefusal({ code }: Pick<AppError, 'code'>): boolean {
  return namedRefusals.has(code);
}

/** Why the only request for a payment was refused, and how often the gateway has answered since that it does not know it. */
type RefusedUnnamed = Omit<Extract<PaymentProblem, { code: 'notConfirmed' }>, 'code'>;

/**
 * What is known about a payment whose only request was refused by a 4xx that the interface does not define for a create; otherwise null. Such an
 * answer alone is not a verdict: Bursar asks the gateway whether it knows the payment.
 */
export function wasRefusedUnnamed({ problem }: Pick<StoredPayment, 'problem'>): RefusedUnnamed | null {
  if (problem !== null && 'refused' in problem) return problem.refused ?? null;
  if (problem?.code !== 'notConfirmed') return null;
  const { code: _code, ...refused } = problem;
  const { failure } = refused;
  return isRefusal({ code: failure.error, details: failure }) ? refused : null;
}

export function useful(...findings: Finding[]): Decision {
  return { findings, sendAgain: false, usefulness: 'useful' };
}

/**
 * Whether a person or a callback caused this poll before it was due; the schedule does not count such polls. A due time later than any
 * wait allows does not count: the clock was set back during the poll.
 */
export function isAskedEarly({ dueAt, state }: StoredPayment, { now }: Moment): boolean {
  const { pollMs, awaitedMs, recheckMs } = longestWaits;
  const longest = recheckedStates.has(state) ? recheckMs : state === 'awaited' ? awaitedMs : pollMs;
  return dueAt !== null && now < dueAt && dueAt <= now + longest;
}

/** When a payment that has just got this state is first polled; null: not by itself. */
export function firstPollAt(
  state: PaymentState,
  { now, fraction }: Omit<Moment, 'gatewayNow'>,
): number | null {
  const waitMs = nextWaitMs(state, 0, fraction);
  return waitMs === null ? null : now + waitMs;
}

/** Keeps the state and schedules the next poll. */
export function later(payment: StoredPayment, problem: PaymentProblem | null, moment: Moment): Finding {
  if (isAskedEarly(payment, moment)) return { ...unchanged(payment), problem };
  const { now, fraction } = moment;
  const waitMs = nextWaitMs(payment.state, payment.polls, fraction);
  return {
    ...unchanged(payment),
    problem,
    dueAt: waitMs === null ? null : now + waitMs,
    polls: payment.polls + 1,
  };
}

/**
 * A recheck that brought no answer is repeated within a day and not counted: up to a week lies between two of them, and
 * the gateway may have changed the status meanwhile. Months later it counts, so that it comes to an end where a gateway is gone.
 */
export function recheckedSoon(payment: StoredPayment, moment: Moment): Finding[] {
  const { now, fraction } = moment;
  if (isLongAgo(payment, moment)) return sameAgain(payment, payment.problem, moment);
  if (payment.dueAt === null) return [];
  if (isAskedEarly(payment, moment)) return [unchanged(payment)];
  const waitMs = Math.min(nextWaitMs('failed', payment.polls, fraction) ?? dayMs, dayMs);
  return [{ ...unchanged(payment), dueAt: now + waitMs }];
}

/** By each clock that is known: that of this computer may have been set since. */
function isLongAgo({ updatedAt, gatewaySentAt }: StoredPayment, { now, gatewayNow }: Moment): boolean {
  if (now - updatedAt <= longestRecheckingMs) return false;
  return gatewaySentAt === null || gatewayNow === null || gatewayNow - gatewaySentAt > longestRecheckingMs;
}

/** Schedules the next poll, or none after the last one. A payment that is not polled stays as it is. */
export function sameAgain(payment: StoredPayment, problem: PaymentProblem | null, moment: Moment): Finding[] {
  const isPolled = askedStates.has(payment.state) && payment.dueAt !== null;
  return isPolled ? [later(payment, problem, moment)] : [];
}

/** A finding that keeps state, problem and schedule; callers add what changes. */
export function unchanged({ paymentId, state, problem, dueAt, polls }: StoredPayment): Finding {
  return { paymentId, from: state, to: state, cause: { code: 'asked' }, detail: null, problem, dueAt, polls };
}

/** That the gateway holds other money than was sent. */
export function otherMoney({ amount, currencyCode }: ReportedMoney) {
  return { code: 'otherMoney', held: { amount, currencyCode } } as const;
}

/** Whether Bursar asks about it on the slow schedule; once that has ended, too. */
export function isRechecked({ state, problem }: Pick<StoredPayment, 'state' | 'problem'>): boolean {
  return recheckedStates.has(state) && (state !== 'rejected' || problem?.code === 'notAccepted');
}

/**
 * Whether the gateway may have it: not if it never left, but yes for one that waits to be sent again, and for a payment that others create, even
 * after Bursar stopped checking.
 */
export function mayBeThere({
  state,
  origin,
  firstSentAt,
}: Pick<StoredPayment, 'state' | 'origin' | 'firstSentAt'>): boolean {
  if (state === 'queued') return firstSentAt !== null;
  return state === 'cancelled' ? !isSentByUs({ origin }) : !unsentStates.has(state);
}

/** Whether Bursar creates this payment at the gateway. It never sends a payment that others create. */
export function isSentByUs({ origin }: Pick<StoredPayment, 'origin'>): boolean {
  return origin === null || origin === 'created';
}
