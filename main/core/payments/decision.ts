import type { ErrorCode } from '../../../contract/errors.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import { longestWaits, nextWaitMs } from './schedule.ts';

/** What an answer says of the gateway itself: it was useful, of no use (silence, a server error), or it refuses this merchant. */
export type Usefulness = 'useful' | 'useless' | 'refused' | 'stopped';

/** What follows from an answer: findings to be recorded in order, and whether the same bytes have to be sent again. */
export type Decision = {
  readonly findings: readonly Finding[];
  readonly sendAgain: boolean;
  readonly usefulness: Usefulness;
};

/**
 * When, and how the waiting time is spread (0 to 1); injected so that a decision can be repeated. `gatewayNow` is the time by
 * the gateway's own clock, which nobody can set on this computer; null while no answer has told it.
 */
export type Moment = { readonly now: number; readonly fraction: number; readonly gatewayNow: number | null };

/** Errors that every further request of this merchant would meet too, until a person mends something. */
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

export function useful(...findings: Finding[]): Decision {
  return { findings, sendAgain: false, usefulness: 'useful' };
}

/**
 * Whether a person or a callback brought the question forward: such a question is none of those that the schedule counts. What is due
 * further ahead than any wait was not brought forward: the clock was set back while the gateway was asked.
 */
export function isAskedEarly({ dueAt, state }: StoredPayment, { now }: Moment): boolean {
  const { pollMs, recheckMs } = longestWaits;
  return dueAt !== null && now < dueAt && dueAt <= now + (state === 'failed' ? recheckMs : pollMs);
}

/** The same state; ask again when the schedule says. */
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

/** The same state, problem and schedule: what a finding adds to it is all that is recorded. */
export function unchanged({ paymentId, state, problem, dueAt, polls }: StoredPayment): Finding {
  return { paymentId, from: state, to: state, cause: { code: 'asked' }, detail: null, problem, dueAt, polls };
}

/** Whether Bursar creates it at the gateway; what others create is never sent. */
export function isSentByUs({ origin }: Pick<StoredPayment, 'origin'>): boolean {
  return origin === null || origin === 'created';
}
