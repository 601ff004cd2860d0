import type { AppError } from '../../../contract/errors.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import {
  isAcceptedByRepetition,
  mayBeRetried,
  stillTaken,
  stillThere,
  stillUnsent,
} from '../../../contract/payments/problem-facts.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import { isAskedEarly, later, wasRefusedUnnamed, type Moment } from './decision.ts';
import { requestFailureOf } from './request-failure.ts';
import { longestUnknownMs, notFoundTimes } from './schedule.ts';

type Unanswered = Extract<PaymentProblem, { code: 'couldNotAsk' | 'moneyMissing' | 'couldNotAskForLong' }>;

/** That a failed read proves nothing about a payment (I13). */
export function couldNotAsk(error: AppError) {
  return { code: 'couldNotAsk', failure: requestFailureOf(error) } as const;
}

/**
 * A query about an unknown or accepted payment that brought nothing. The facts that decide how the next response is read are kept. After more than
 * a day, and several queries, it needs attention, and a person may decide about an unknown payment; Bursar keeps asking. A payment that
 * was left to a person before stays so.
 */
export function stillUnanswered(
  payment: StoredPayment,
  problem: Extract<PaymentProblem, { code: 'couldNotAsk' | 'moneyMissing' }>,
  moment: Moment,
): Finding[] {
  if (payment.dueAt === null) return [];
  const { problem: last } = payment;
  const since = unansweredSince(payment, moment);
  const sinceHere = unansweredSinceHere(payment, moment);
  const pollsBefore = pollsBeforeUnanswered(payment);
  const times = payment.polls - pollsBefore + (isAskedEarly(payment, moment) ? 0 : 1);
  const isDayOver =
    moment.gatewayNow !== null &&
    since !== null &&
    moment.gatewayNow - since > longestUnknownMs &&
    isDayOverHere(sinceHere, moment);
  const isLong =
    last?.code === 'couldNotAskForLong' ||
    (isDayOver && (times >= notFoundTimes || last?.code === 'forgotten'));
  // An answer that the gateway does not know an accepted payment says more than a query that failed since.
  if (!isLong && last?.code === 'forgotten') return [later(payment, last, moment)];
  const refused = wasRefusedUnnamed(payment);
  const kept = {
    ...(since === null ? {} : { since: new Date(since).toISOString() }),
    ...(sinceHere === undefined ? {} : { sinceHere }),
    pollsBefore,
    ...stillTaken(payment),
    ...stillThere(payment),
    ...stillUnsent(payment),
    ...(refused === null ? {} : { refused }),
    ...(mayBeRetried(payment) ? ({ mayBeRetried: true } as const) : {}),
    ...acceptance(payment),
  };
  if (!isLong) return [later(payment, { ...problem, ...kept }, moment)];
  const failure = problem.code === 'couldNotAsk' ? problem.failure : unreadable;
  return [later(payment, { code: 'couldNotAskForLong', failure, ...kept }, moment)];
}

/** How the gateway accepted a payment, for the next response and for a person. */
function acceptance(
  payment: StoredPayment,
): Pick<
  Unanswered,
  'acceptedAt' | 'byRepetition' | 'forgottenSince' | 'forgottenSinceHere' | 'forgottenTimes'
> {
  if (payment.state !== 'accepted') return {};
  const forgottenSince = forgottenSinceOf(payment);
  const forgottenSinceHere = forgottenSinceHereOf(payment);
  return {
    acceptedAt: new Date(payment.updatedAt).toISOString(),
    ...(isAcceptedByRepetition(payment) ? ({ byRepetition: true } as const) : {}),
    ...(forgottenSince === undefined ? {} : { forgottenSince, forgottenTimes: forgottenTimesOf(payment) }),
    ...(forgottenSinceHere === undefined ? {} : { forgottenSinceHere }),
  };
}

/** Since when (ISO 8601, by its clock) the gateway has answered that it does not know a payment that it had accepted. */
export function forgottenSinceOf({ problem }: Pick<StoredPayment, 'problem'>): string | undefined {
  if (problem?.code === 'forgotten') return problem.since;
  return isUnanswered(problem) ? problem.forgottenSince : undefined;
}

/** The same by this computer's clock. */
export function forgottenSinceHereOf({ problem }: Pick<StoredPayment, 'problem'>): string | undefined {
  if (problem?.code === 'forgotten') return problem.sinceHere;
  return isUnanswered(problem) ? problem.forgottenSinceHere : undefined;
}

/** When something began by this computer's clock: now if it begins, or if the clock was set back since; undefined in older records. */
export function sinceHereOf(
  begun: { readonly sinceHere?: string | undefined } | null,
  { now }: Pick<Moment, 'now'>,
): string | undefined {
  if (begun !== null && !(Date.parse(begun.sinceHere ?? '') > now)) return begun.sinceHere;
  return new Date(now).toISOString();
}

/**
 * Whether a day has passed since then by this computer's clock, too: one wrong `Date` of the gateway must not leave a payment to a person on
 * the day it was sent. Older records do not have this time, and go by the gateway's clock alone.
 */
export function isDayOverHere(sinceHere: string | undefined, { now }: Pick<Moment, 'now'>): boolean {
  return sinceHere === undefined || now - Date.parse(sinceHere) > longestUnknownMs;
}

/** How often it has answered so. */
export function forgottenTimesOf({ problem }: Pick<StoredPayment, 'problem'>): number {
  if (problem?.code === 'forgotten') return problem.times ?? 1;
  return isUnanswered(problem) ? (problem.forgottenTimes ?? 0) : 0;
}

const unreadable = { error: 'gatewayAnswerUnreadable' } as const;

/** The problem of a payment about which the gateway has now answered: the day starts again. */
export function answeredNow(problem: PaymentProblem | null): PaymentProblem | null {
  if (!isUnanswered(problem)) return problem;
  const { since: _since, sinceHere: _sinceHere, pollsBefore: _pollsBefore, ...rest } = problem;
  return rest.code === 'couldNotAskForLong' ? { ...rest, code: 'couldNotAsk' } : rest;
}

/** When queries about a payment began to bring nothing, by the gateway's clock; null if that clock was never known since. */
function unansweredSince({ problem }: StoredPayment, { gatewayNow }: Moment): number | null {
  const isKnown = isUnanswered(problem) || problem?.code === 'forgotten';
  const since = isKnown ? Date.parse(problem.since ?? '') : Number.NaN;
  if (Number.isNaN(since)) return gatewayNow;
  return gatewayNow === null ? since : Math.min(since, gatewayNow);
}

/** The same by this computer's clock. */
function unansweredSinceHere({ problem }: StoredPayment, moment: Moment): string | undefined {
  const hasBegun = (isUnanswered(problem) || problem?.code === 'forgotten') && problem.since !== undefined;
  return sinceHereOf(hasBegun ? problem : null, moment);
}

/** How often the payment had been polled when queries began to bring nothing. */
function pollsBeforeUnanswered({ problem, polls }: StoredPayment): number {
  return Math.min(polls, isUnanswered(problem) ? (problem.pollsBefore ?? polls) : polls);
}

function isUnanswered(problem: PaymentProblem | null): problem is Unanswered {
  return (
    problem?.code === 'couldNotAsk' ||
    problem?.code === 'moneyMissing' ||
    problem?.code === 'couldNotAskForLong'
  );
}
