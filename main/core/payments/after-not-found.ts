import type { AppError } from '../../../contract/errors.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
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
import { isAcceptedByRepetition, stillTaken } from './outside.ts';
import { awaitedWaitMs, graceMs, longestUnknownMs, nobodyCameAfter, usualClockErrorMs } from './schedule.ts';

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
 * 410 for an accepted payment. The gateway may find it again, so it is asked about; after a day of such answers nothing says what became
 * of it, and a person decides. That only a repetition was answered 409 is kept: it decides how the next response is read.
 */
function afterForgotten(payment: StoredPayment, error: AppError, moment: Moment): Decision {
  const byRepetition = isAcceptedByRepetition(payment) ? ({ byRepetition: true } as const) : {};
  const since = forgottenSince(payment, moment);
  const isForLong = timeOf(moment) - since > longestUnknownMs;
  if (!isForLong || !isSentByUs(payment))
    return useful(
      later(payment, { code: 'forgotten', since: new Date(since).toISOString(), ...byRepetition }, moment),
    );
  return useful({
    ...answeredNotFound(payment, error),
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
function forgottenSince({ problem }: Pick<StoredPayment, 'problem'>, moment: Moment): number {
  const since = problem?.code === 'forgotten' ? Date.parse(problem.since ?? '') : Number.NaN;
  return since <= timeOf(moment) ? since : timeOf(moment);
}

/** A finding whose event says that the gateway answered 410, with its answer. */
function answeredNotFound(payment: StoredPayment, { details: { status = 410, raw } }: AppError): Finding {
  return { ...unchanged(payment), cause: { code: 'answered', status }, detail: raw ?? null };
}

/**
 * 410 for an awaited payment: nobody has created it yet. After it expires, Bursar polls it a few more times before it gives up, since
 * the customer may have paid at the last moment.
 */
function afterNobodyCame(payment: StoredPayment, moment: Moment): Decision {
  const { polls, problem, awaitedUntil, createdAt } = payment;
  const until = awaitedUntil ?? createdAt;
  if (moment.now < until) {
    const dueAt = Math.min(until, moment.now + awaitedWaitMs(polls, moment.fraction));
    return useful({ ...later(payment, null, moment), dueAt });
  }
  const wasLate = problem?.code === 'expired';
  if (wasLate && isAskedEarly(payment, moment)) return useful(unchanged(payment));
  if (!wasLate || polls < nobodyCameAfter) {
    const finding = later(payment, { code: 'expired', until: new Date(until).toISOString() }, moment);
    return useful({
      ...finding,
      dueAt: moment.now + graceMs / nobodyCameAfter,
      polls: wasLate ? polls + 1 : 1,
    });
  }
  return useful({
    ...unchanged(payment),
    to: 'cancelled',
    cause: { code: 'nobodyCame', until: new Date(until).toISOString() },
    problem: null,
    dueAt: null,
    polls: 0,
  });
}

/**
 * 410 for an unknown payment: send the same bytes again, unless the gateway may have forgotten an order ID of that age, it refused the
 * only request by a status that its interface does not have, or a retry that is not recorded may stand for its row.
 */
function afterNeverHeard(payment: StoredPayment, error: AppError, moment: Moment): Decision {
  const { problem } = payment;
  if (problem?.code === 'perhapsRetried' || problem?.code === 'forgottenForLong')
    return useful({ ...later(payment, problem, moment), dueAt: null });
  if (mayBeForgotten(payment, moment))
    return useful({
      ...later(payment, { code: 'olderThanADay', ...stillTaken(payment) }, moment),
      dueAt: null,
    });
  const failure = wasRefusedUnnamed(payment);
  if (failure === null) return { findings: [], sendAgain: true, usefulness: 'useful' };
  const refused: PaymentProblem = { code: 'refused', failure };
  return useful({
    ...answeredNotFound(payment, error),
    to: 'rejected',
    problem: refused,
    dueAt: null,
    polls: 0,
  });
}

/**
 * Whether the gateway may have forgotten the order ID by now. By the gateway's clock, since this computer's may be changed. Where the
 * gateway's time of the first request is not known, as of rows that older records have queued, this computer's time of it has to be
 * recent by both clocks: a time that lies ahead says that the clock was changed, and not how long ago the request was.
 */
function mayBeForgotten(
  { gatewaySentAt, firstSentAt, createdAt }: StoredPayment,
  { now, gatewayNow }: Moment,
): boolean {
  const sentAt = firstSentAt ?? createdAt;
  const ages =
    gatewaySentAt !== null && gatewayNow !== null
      ? [gatewayNow - gatewaySentAt]
      : [now - sentAt, (gatewayNow ?? now) - sentAt];
  return ages.some((ageMs) => ageMs > longestUnknownMs || ageMs < -usualClockErrorMs);
}
