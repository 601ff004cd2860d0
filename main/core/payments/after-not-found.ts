import type { AppError } from '../../../contract/errors.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import {
  isAcceptedByRepetition,
  mayBeRetried,
  neverLeft,
  perhapsRetried,
  stillTaken,
  stillThere,
  wasThere,
} from '../../../contract/payments/problem-facts.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import {
  isAskedEarly,
  isSentByUs,
  later,
  sameAgain,
  unchanged,
  useful,
  wasRefusedUnnamed,
  type Decision,
  type Moment,
} from './decision.ts';
import {
  forgottenSinceHereOf,
  forgottenSinceOf,
  forgottenTimesOf,
  isDayOverHere,
  sinceHereOf,
} from './unanswered.ts';
import { awaitedWaitMs, graceMs, longestUnknownMs, notFoundTimes, usualClockErrorMs } from './schedule.ts';

/** What 410 to a question means for a payment in any state (interface: Errors, 410). */
export function afterNotFound(payment: StoredPayment, error: AppError, moment: Moment): Decision {
  switch (payment.state) {
    case 'awaited':
      return afterNobodyCame(payment, moment);
    case 'unknown':
      return isSentByUs(payment)
        ? afterNeverHeard(payment, error, moment)
        : useful(later(payment, null, moment));
    case 'accepted':
      return afterForgotten(payment, error, moment);
    default:
      return useful(...sameAgain(payment, payment.problem, moment));
  }
}

/**
 * 410 for an accepted payment. The gateway may find it again, so Bursar keeps asking; after a day and several such answers nothing more can
 * be learned, and a person decides: two answers, of which days lie between, are no day of answers. Whether only a repetition was answered
 * 409 is kept: it decides how the next response is read.
 */
function afterForgotten(payment: StoredPayment, error: AppError, moment: Moment): Decision {
  const byRepetition = isAcceptedByRepetition(payment) ? ({ byRepetition: true } as const) : {};
  const since = forgottenSince(payment, moment);
  const hasBegun = forgottenSinceOf(payment) !== undefined;
  const sinceHere = sinceHereOf(hasBegun ? { sinceHere: forgottenSinceHereOf(payment) } : null, moment);
  // Counted no further than needed: each change of a problem is an event.
  const times = Math.min(notFoundTimes, forgottenTimesOf(payment) + (isAskedEarly(payment, moment) ? 0 : 1));
  const isDayOver = timeOf(moment) - since > longestUnknownMs && isDayOverHere(sinceHere, moment);
  const isForLong = isDayOver && times === notFoundTimes;
  if (!isForLong || !isSentByUs(payment)) {
    const problem: PaymentProblem = {
      code: 'forgotten',
      since: new Date(since).toISOString(),
      ...(sinceHere === undefined ? {} : { sinceHere }),
      times,
      ...byRepetition,
    };
    return useful({ ...later(payment, problem, moment), ...answeredNotFound(error) });
  }
  return useful({
    ...unchanged(payment),
    ...answeredNotFound(error),
    to: 'unknown',
    problem: { code: 'forgottenForLong', ...byRepetition },
    dueAt: null,
    polls: 0,
  });
}

/** By the gateway's clock, since this computer's may be changed. */
function timeOf({ now, gatewayNow }: Moment): number {
  return gatewayNow ?? now;
}

/** When the gateway first answered that it does not know an accepted payment; now where the clock was set back since. */
function forgottenSince(payment: Pick<StoredPayment, 'problem'>, moment: Moment): number {
  const since = Date.parse(forgottenSinceOf(payment) ?? '');
  return since <= timeOf(moment) ? since : timeOf(moment);
}

/** What makes the event of a finding say that the gateway answered 410, with its answer. */
export function answeredNotFound({
  details: { status = 410, raw },
}: AppError): Pick<Finding, 'cause' | 'detail'> {
  return { cause: { code: 'answered', status }, detail: raw ?? null };
}

/**
 * 410 for an awaited payment: nobody has created it yet. After it expires, by the gateway's clock, since the clock of this computer may be
 * set, Bursar gives it up at the end of the grace period.
 */
function afterNobodyCame(payment: StoredPayment, moment: Moment): Decision {
  const { polls, problem, awaitedUntil, createdAt } = payment;
  const until = awaitedUntil ?? createdAt;
  const leftMs = until - timeOf(moment);
  if (leftMs > 0) {
    const dueAt = moment.now + Math.min(leftMs, awaitedWaitMs(polls, moment.fraction));
    return useful({ ...later(payment, null, moment), dueAt });
  }
  const asked = problem?.code === 'expired' ? polls : 0;
  const expired: PaymentProblem = { code: 'expired', until: new Date(until).toISOString() };
  return useful(
    askedAgain(payment, asked, expired, moment) ?? {
      ...unchanged(payment),
      to: 'cancelled',
      cause: { code: 'nobodyCame', until: new Date(until).toISOString() },
      problem: null,
      dueAt: null,
      polls: 0,
    },
  );
}

/** When the next query within the grace period is due. */
function nextOfGrace({ now }: Moment): number {
  return now + graceMs / notFoundTimes;
}

/** A failed query about an expired payment proves nothing: the 410 responses since it expired still count. */
export function stillExpired(payment: StoredPayment, moment: Moment): Finding {
  const next = unchanged(payment);
  return isAskedEarly(payment, moment) ? next : { ...next, dueAt: nextOfGrace(moment) };
}

/**
 * The next query of the grace period about a payment that 410 would end; null once the period is over. `times`: how many 410
 * responses it has had. `problem` must keep them, or the polls, which are the same until a query fails.
 */
function askedAgain(
  payment: StoredPayment,
  times: number,
  problem: PaymentProblem,
  moment: Moment,
): Finding | null {
  if (times > 0 && isAskedEarly(payment, moment)) return unchanged(payment);
  if (times >= notFoundTimes) return null;
  return { ...unchanged(payment), problem, dueAt: nextOfGrace(moment), polls: times + 1 };
}

/**
 * 410 for an unknown payment: send the same bytes again, unless the gateway may have forgotten an order ID of that age or had accepted
 * it before, or a retry that is not recorded may have paid its row. If its only request was refused with a status that the interface does not define, it is rejected at
 * the end of the grace period.
 */
function afterNeverHeard(payment: StoredPayment, error: AppError, moment: Moment): Decision {
  const { problem } = payment;
  if (problem?.code === 'forgottenForLong')
    return useful({ ...later(payment, problem, moment), dueAt: null });
  if (mayBeRetried(payment))
    return useful({
      ...later(payment, perhapsRetried(payment), moment),
      ...answeredNotFound(error),
      dueAt: null,
    });
  // What never left cannot have been accepted and forgotten.
  const forgetting = neverLeft(payment) ? 'recent' : ageOf(payment, moment);
  if (forgetting === 'disputed') return useful(later(payment, problem, moment));
  if (forgetting === 'old')
    return useful({
      ...later(payment, { code: 'olderThanADay', ...stillTaken(payment), ...stillThere(payment) }, moment),
      ...answeredNotFound(error),
      dueAt: null,
    });
  if (wasThere(payment)) {
    // After a query that failed, the problem would still say that the gateway could not be asked.
    const isSaid = problem?.code === 'restored' || problem?.code === 'olderRecords';
    const older = { code: 'olderRecords', ...stillTaken(payment), ...stillThere(payment) } as const;
    return useful({ ...later(payment, isSaid ? problem : older, moment), ...answeredNotFound(error) });
  }
  const doubtful = wasRefusedUnnamed(payment);
  if (doubtful === null) return { findings: [], sendAgain: true, usefulness: 'useful' };
  const { failure, notFound = 0 } = doubtful;
  const stillDoubtful: PaymentProblem = { code: 'notConfirmed', failure, notFound: notFound + 1 };
  const next = askedAgain(payment, notFound, stillDoubtful, moment) ?? {
    ...unchanged(payment),
    to: 'rejected' as const,
    problem: { code: 'refused', failure } as const,
    dueAt: null,
    polls: 0,
  };
  return useful({ ...next, ...answeredNotFound(error) });
}

/**
 * Whether the gateway may have forgotten the order ID by now. By the gateway's clock, since this computer's may be changed. Where the
 * gateway's time of the first request is unknown, as for rows that older records have queued, this computer's time of it must be
 * recent by both clocks: a time in the future shows that the clock was changed, and not how long ago the request was. `disputed`: it may
 * have, but not by this computer's clock; one wrong `Date` of the gateway must not leave a payment to a person right after it was sent.
 */
function ageOf(
  { gatewaySentAt, firstSentAt, createdAt }: StoredPayment,
  { now, gatewayNow }: Moment,
): 'recent' | 'disputed' | 'old' {
  const sentAt = firstSentAt ?? createdAt;
  const ages =
    gatewaySentAt !== null && gatewayNow !== null
      ? [gatewayNow - gatewaySentAt]
      : [now - sentAt, (gatewayNow ?? now) - sentAt];
  const isOld = (ageMs: number): boolean => ageMs > longestUnknownMs || ageMs < -usualClockErrorMs;
  if (!ages.some(isOld)) return 'recent';
  return [...ages, now - sentAt].every(isOld) ? 'old' : 'disputed';
}
