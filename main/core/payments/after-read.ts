import type { AppError } from '../../../contract/errors.ts';
import { isSameMoney } from '../../../contract/money/money.ts';
import { isSuccess } from '../../../contract/payments/life.ts';
import type { OtherPayment } from '../../../contract/payments/cause.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { Result } from '../../../contract/result.ts';
import type { Answer, Finding, PaymentDetail, StoredPayment } from '../ports/index.ts';
import {
  isAskedEarly,
  isRefusal,
  isSentByUs,
  later,
  unchanged,
  useful,
  usefulnessOf,
  type Decision,
  type Moment,
} from './decision.ts';
import { isAcceptedByRepetition, isOutside, isTaken, stillTaken } from './outside.ts';
import { requestFailureOf } from './request-failure.ts';
import {
  awaitedWaitMs,
  graceMs,
  longestUnknownMs,
  nextWaitMs,
  nobodyCameAfter,
  usualClockErrorMs,
} from './schedule.ts';

/** What the response to a GET means for a payment in any state. Nothing else decides this. */
export function afterRead(
  payment: StoredPayment,
  result: Result<Answer<PaymentDetail>>,
  moment: Moment,
): Decision {
  if (result.ok) return afterDetail(payment, result.value, moment);
  const { error } = result;
  if (error.code === 'gatewayNotFound') return afterNotFound(payment, moment);
  const usefulness = isRefusal(error) ? 'answers' : usefulnessOf(error.code);
  // A failed read proves nothing about the payment, so keep the problem: it decides how the next response is read.
  const isKept = usefulness === 'stopped' || isDecisive(payment);
  const problem = isKept ? payment.problem : couldNotAsk(error);
  return { findings: sameAgain(payment, problem, moment), sendAgain: false, usefulness };
}

/** A failed read proves nothing about the payment itself (I13). */
function couldNotAsk(error: AppError): PaymentProblem {
  return { code: 'couldNotAsk', failure: requestFailureOf(error) };
}

/** Whether the problem is about the payment, not only about its last request. */
function isDecisive(payment: StoredPayment): boolean {
  const { state, problem } = payment;
  return (
    state === 'failed' ||
    problem?.code === 'perhapsRetried' ||
    isTaken(payment) ||
    isAcceptedByRepetition(payment)
  );
}

/** Schedules the next poll. A payment that is not polled stays as it is. */
function sameAgain(payment: StoredPayment, problem: StoredPayment['problem'], moment: Moment): Finding[] {
  return nextWaitMs(payment.state, payment.polls, 0) === null ? [] : [later(payment, problem, moment)];
}

function afterNotFound(payment: StoredPayment, moment: Moment): Decision {
  switch (payment.state) {
    case 'awaited':
      return afterNobodyCame(payment, moment);
    case 'unknown':
      return isSentByUs(payment) ? afterNeverHeard(payment, moment) : useful(later(payment, null, moment));
    case 'accepted':
      return useful(later(payment, forgotten(payment), moment));
    default:
      return useful(...sameAgain(payment, payment.problem, moment));
  }
}

/** 410 for an accepted payment. That only a repetition was answered 409 is kept: it decides how the next response is read. */
function forgotten(payment: StoredPayment): PaymentProblem {
  return { code: 'forgotten', ...(isAcceptedByRepetition(payment) ? { byRepetition: true } : {}) };
}

function afterDetail(
  payment: StoredPayment,
  { value: detail, status, raw }: Answer<PaymentDetail>,
  moment: Moment,
): Decision {
  const base: Finding = {
    ...unchanged(payment),
    cause: { code: 'answered', status },
    detail: raw,
    gatewayStatus: detail.status,
    fee: detail.fee ?? payment.fee,
    reported: { createdAt: detail.createdAt, processedAt: detail.processedAt, isTest: detail.isTest },
    ...(payment.origin === null
      ? {}
      : { reading: { at: moment.now, raw, instructions: detail.instructions } }),
  };
  if (payment.state === 'paid') return useful(afterPaid(payment, base, detail));
  if (payment.state === 'conflict' || payment.state === 'outside') return useful(base);
  if (detail.money === null && payment.state !== 'accepted' && payment.state !== 'failed')
    return afterNoMoney(payment, moment);
  if (detail.money !== null && !isSameMoney(detail.money, payment))
    return useful({
      ...base,
      to: 'conflict',
      problem: otherMoney(detail.money),
      dueAt: null,
      polls: 0,
    });
  const outside = isSentByUs(payment) ? isOutside(payment, detail) : null;
  if (outside !== null) return useful(...afterOutside(payment, base, outside));
  if (payment.state === 'failed') {
    if (isEndUnsaid(detail)) return afterNoStatus(payment, base, moment);
    return useful(...afterFailed(payment, base, detail, moment));
  }
  return useful(...acceptedAndEnded(payment, base, detail, moment));
}

/** A paid payment stays paid. A different gateway status, amount or currency raises attention. */
function afterPaid(payment: StoredPayment, base: Finding, { status, money }: PaymentDetail): Finding {
  const known = payment.problem?.code === 'otherMoney' ? payment.problem.held : payment;
  const isOtherMoney = money !== null && !isSameMoney(money, known);
  if (status === payment.gatewayStatus && !isOtherMoney) return base;
  if (!isOtherMoney) return { ...base, notice: 'statusChanged' };
  const problem = isSameMoney(money, payment) ? null : otherMoney(money);
  return { ...base, problem, notice: 'statusChanged' };
}

function afterNoMoney(payment: StoredPayment, moment: Moment): Decision {
  const problem = isDecisive(payment) ? payment.problem : ({ code: 'moneyMissing' } as const);
  const findings = sameAgain(payment, problem, moment);
  return { findings, sendAgain: false, usefulness: 'useless' };
}

function otherMoney({ amount, currencyCode }: NonNullable<PaymentDetail['money']>): PaymentProblem {
  return { code: 'otherMoney', held: { amount, currencyCode } };
}

/** An answer that ends without saying how proves nothing about a failed payment. */
function afterNoStatus(payment: StoredPayment, base: Finding, moment: Moment): Decision {
  const { cause, detail } = base;
  const finding = { ...later(payment, payment.problem, moment), cause, detail };
  return { findings: [finding], sendAgain: false, usefulness: 'useless' };
}

/** Bursar did not send it, so a person decides. A decision to pay it again stands. */
function afterOutside(payment: StoredPayment, base: Finding, problem: PaymentProblem): Finding[] {
  if (payment.problem?.code === 'payAgain') return [base];
  return [{ ...base, to: 'outside', problem, dueAt: null, polls: 0 }];
}

/** A failed payment can recover: SUCCESS makes it paid, unfinished processing makes it accepted, anything else is polled again. */
function afterFailed(
  payment: StoredPayment,
  base: Finding,
  detail: PaymentDetail,
  moment: Moment,
): Finding[] {
  const notice = 'endChanged' as const;
  const end = ending(detail);
  if (end === null) {
    const dueAt = moment.now + nextWaitMs('accepted', 0, moment.fraction);
    return [{ ...base, to: 'accepted', problem: null, dueAt, polls: 0, notice }];
  }
  if (end.to === 'paid') return [{ ...base, ...end, dueAt: null, polls: 0, notice }];
  return [{ ...base, ...later(payment, end.problem, moment), cause: base.cause, detail: base.detail }];
}

/** Accepted, then paid or failed if the gateway has finished it. A rejected payment that did arrive raises attention. */
function acceptedAndEnded(
  payment: StoredPayment,
  base: Finding,
  detail: PaymentDetail,
  moment: Moment,
): Finding[] {
  const polls = payment.state === 'accepted' ? payment.polls + 1 : 0;
  const dueAt = moment.now + nextWaitMs('accepted', polls, moment.fraction);
  const accepted: Finding = {
    ...base,
    to: 'accepted',
    problem: isEndUnsaid(detail) ? { code: 'finished', status: null } : null,
    dueAt,
    polls,
    ...(payment.state === 'rejected' ? { notice: 'endChanged' } : {}),
  };
  const end = ending(detail);
  if (end === null) return [accepted];
  const waitMs = nextWaitMs(end.to, 0, moment.fraction);
  const { notice: _notice, ...rest } = accepted;
  const last: Finding = {
    ...rest,
    ...end,
    from: 'accepted',
    dueAt: waitMs === null ? null : moment.now + waitMs,
    polls: 0,
  };
  return payment.state === 'accepted' ? [last] : [accepted, last];
}

/** Whether processing finished, and the gateway does not say with which status: no success, and no failure either. */
function isEndUnsaid({ status, processedAt }: Pick<PaymentDetail, 'status' | 'processedAt'>): boolean {
  return processedAt !== null && status === null;
}

/** Paid on SUCCESS, failed when processing finished with any other status, otherwise still in progress. */
export function ending(
  detail: Pick<PaymentDetail, 'status' | 'processedAt'>,
): (Pick<Finding, 'problem'> & { readonly to: 'paid' | 'failed' }) | null {
  if (isSuccess(detail.status)) return { to: 'paid', problem: null };
  if (detail.processedAt === null || isEndUnsaid(detail)) return null;
  return { to: 'failed', problem: { code: 'finished', status: detail.status } };
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
 * 410 for an unknown payment: send the same bytes again, unless the gateway may have forgotten an order ID of that age, or a retry
 * that is not recorded may stand for its row.
 */
function afterNeverHeard(payment: StoredPayment, moment: Moment): Decision {
  if (payment.problem?.code === 'perhapsRetried')
    return useful({ ...later(payment, payment.problem, moment), dueAt: null });
  if (!mayBeForgotten(payment, moment)) return { findings: [], sendAgain: true, usefulness: 'useful' };
  const problem = { code: 'olderThanADay', ...stillTaken(payment) } as const;
  return useful({ ...later(payment, problem, moment), dueAt: null });
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

/** A payout that another payout has replaced (I11): not sent again, but polled, since its first request may still arrive. */
export function overtaken(payment: StoredPayment, by: OtherPayment, moment: Moment): Finding {
  return later(payment, { code: 'overtaken', by, ...stillTaken(payment) }, moment);
}

/** A payout of a paused batch: not sent again until the batch is resumed, but polled, as asking sends nothing. */
export function heldBack(payment: StoredPayment, moment: Moment): Finding {
  return later(payment, { code: 'heldBack', ...stillTaken(payment) }, moment);
}
