import type { AppError } from '../../../contract/errors.ts';
import { isSameMoney } from '../../../contract/money/money.ts';
import { isSuccess, recheckedStates } from '../../../contract/payments/life.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { OtherPayment } from '../../../contract/payments/cause.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import {
  isAcceptedByRepetition,
  isTaken,
  stillTaken,
  stillUnsent,
} from '../../../contract/payments/problem-facts.ts';
import type { Result } from '../../../contract/result.ts';
import { isPaidStill } from '../../../contract/text/payment-meaning.ts';
import type { Answer, Finding, PaymentDetail, StoredPayment } from '../ports/index.ts';
import { afterNotFound, stillExpired } from './after-not-found.ts';
import {
  firstPollAt,
  isRefusal,
  isSentByUs,
  later,
  otherMoney,
  recheckedSoon,
  sameAgain,
  unchanged,
  useful,
  usefulnessOf,
  type Decision,
  type Moment,
  type Usefulness,
} from './decision.ts';
import { isOutside } from './outside.ts';
import { nextWaitMs } from './schedule.ts';
import { couldNotAsk, stillUnanswered } from './unanswered.ts';

/** What the response to a GET, which left at `askedAt`, means for a payment in any state. Nothing else decides this. */
export function afterRead(
  payment: StoredPayment,
  result: Result<Answer<PaymentDetail>>,
  moment: Moment,
  askedAt = moment.now,
): Decision {
  if (payment.state === 'queued') return afterReadQueued(payment, result, moment, askedAt);
  if (result.ok) return afterDetail(payment, result.value, moment, askedAt);
  const { error } = result;
  if (error.code === 'gatewayNotFound') return afterNotFound(payment, error, moment);
  const usefulness = isRefusal(error) ? 'answers' : usefulnessOf(error.code);
  return { findings: afterFailedRead(payment, error, usefulness, moment), sendAgain: false, usefulness };
}

/**
 * One that waits to be sent again, about which a person or a callback asks: if the gateway has it, it leaves the queue, and the answer is read like
 * one about a payment in doubt. Anything else changes nothing: its request leaves at its turn, and its order ID guards it.
 */
function afterReadQueued(
  payment: StoredPayment,
  result: Result<Answer<PaymentDetail>>,
  moment: Moment,
  askedAt: number,
): Decision {
  const { usefulness, findings } = afterRead({ ...payment, state: 'unknown' }, result, moment, askedAt);
  const [found] = result.ok ? findings.filter(({ from, to }) => from !== to) : [];
  if (found === undefined) return { findings: [], sendAgain: false, usefulness };
  const { cause, detail } = found;
  return useful({ ...unchanged(payment), to: 'unknown', cause, detail }, ...findings);
}

/** A failed read proves nothing about the payment, so the facts that decide how the next response is read are kept. */
function afterFailedRead(
  payment: StoredPayment,
  error: AppError,
  usefulness: Usefulness,
  moment: Moment,
): Finding[] {
  if (recheckedStates.has(payment.state) && usefulness !== 'answers') return recheckedSoon(payment, moment);
  if (usefulness === 'stopped') return sameAgain(payment, payment.problem, moment);
  if (isOursUnderWay(payment)) return stillUnanswered(payment, couldNotAsk(error), moment);
  if (payment.problem?.code === 'expired') return [stillExpired(payment, moment)];
  return sameAgain(payment, isDecisive(payment) ? payment.problem : couldNotAsk(error), moment);
}

/** Whether Bursar sends it, and the gateway has not yet reported its outcome. */
function isOursUnderWay(payment: StoredPayment): boolean {
  return (payment.state === 'unknown' || payment.state === 'accepted') && isSentByUs(payment);
}

/** Whether the problem is about the payment, not only about its last request. */
function isDecisive(payment: StoredPayment): boolean {
  const { state, problem } = payment;
  return (
    recheckedStates.has(state) ||
    problem?.code === 'forgotten' ||
    isTaken(payment) ||
    isAcceptedByRepetition(payment)
  );
}

function afterDetail(
  payment: StoredPayment,
  { value: detail, status, raw }: Answer<PaymentDetail>,
  moment: Moment,
  askedAt: number,
): Decision {
  const base: Finding = {
    ...unchanged(payment),
    cause: { code: 'answered', status },
    detail: raw,
    gatewayStatus: detail.status,
    fee: detail.fee ?? payment.fee,
    reported: reportedBy(payment, detail),
    ...(payment.origin === null ? {} : { reading: { askedAt, raw, instructions: detail.instructions } }),
  };
  if (payment.state === 'paid') return useful(afterPaid(payment, base, detail));
  if (payment.state === 'outside') return useful(base);
  if (payment.state === 'conflict' && detail.money === null)
    return useful(askedLater(payment, base, payment.problem, moment));
  if (detail.money === null && !isSurelyThere(payment)) return afterNoMoney(payment, moment);
  if (detail.money !== null && !isSameMoney(detail.money, payment)) {
    const problem = { ...otherMoney(detail.money), ...stillTaken(payment) };
    if (payment.state === 'conflict') return useful(askedLater(payment, base, problem, moment));
    return useful({ ...base, to: 'conflict', problem, dueAt: firstPollAt('conflict', moment), polls: 0 });
  }
  const outside = isSentByUs(payment) ? isOutside(payment, detail, moment) : null;
  if (outside !== null) return useful(...afterOutside(payment, base, outside));
  if (payment.state === 'failed') {
    if (detail.status === null) return afterNoStatus(payment, base, moment);
    return useful(...afterFailed(payment, base, detail, moment));
  }
  return useful(...acceptedAndEnded(payment, base, detail, moment));
}

/** Whether the payment under its order ID is known to be this one: its request was answered 201, or its money agreed. */
function isSurelyThere(payment: StoredPayment): boolean {
  return payment.state === 'failed' || (payment.state === 'accepted' && !isAcceptedByRepetition(payment));
}

/** What a gateway said once about a payment stays known. When it was processed does not: processing may have begun again. */
function reportedBy(payment: StoredPayment, detail: PaymentDetail): NonNullable<Finding['reported']> {
  return {
    createdAt: detail.createdAt ?? payment.gatewayCreatedAt,
    processedAt: detail.processedAt,
    isTest: detail.isTest ?? payment.isTest,
  };
}

/**
 * A paid payment stays paid. A different gateway status, amount or currency raises attention, and is its problem, so that its batch lists it
 * until the gateway confirms it again. An answer without a status says nothing about it.
 */
function afterPaid(payment: StoredPayment, answered: Finding, detail: PaymentDetail): Finding {
  const { money } = detail;
  const status = detail.status ?? payment.gatewayStatus;
  const base: Finding = {
    ...answered,
    gatewayStatus: status,
    reported: { ...reportedBy(payment, detail), processedAt: paidAtOf(payment, detail) },
  };
  const before = payment.problem?.code === 'otherMoney' ? payment.problem : null;
  const isOtherMoney = money !== null && !isSameMoney(money, before?.held ?? payment);
  if (status === payment.gatewayStatus && !isOtherMoney) return base;
  const held = isOtherMoney ? (isSameMoney(money, payment) ? null : otherMoney(money)) : before;
  const isOtherStatus = status !== null && !isSuccess(status);
  const since = { code: 'finished', status, wasPaid: true } as const;
  const problem = held ?? (isOtherStatus ? since : null);
  return { ...base, problem, notice: 'statusChanged' };
}

/** When the gateway paid it: a later report, such as that it was returned, does not move the payment to another day. */
function paidAtOf(payment: StoredPayment, { status, processedAt }: PaymentDetail): string | null {
  return payment.processedAt ?? (isPaidStill(payment) && isSuccess(status) ? processedAt : null);
}

function afterNoMoney(payment: StoredPayment, moment: Moment): Decision {
  const missing = { code: 'moneyMissing' } as const;
  const findings = isOursUnderWay(payment)
    ? stillUnanswered(payment, missing, moment)
    : sameAgain(payment, isDecisive(payment) ? payment.problem : missing, moment);
  return { findings, sendAgain: false, usefulness: 'useless' };
}

/** An answer without a status proves nothing about a failed payment. */
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

/** The state stays, with what the answer says, until the next poll. */
function askedLater(
  payment: StoredPayment,
  base: Finding,
  problem: PaymentProblem | null,
  moment: Moment,
): Finding {
  return { ...base, ...later(payment, problem, moment), cause: base.cause, detail: base.detail };
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
  return [askedLater(payment, base, end.problem, moment)];
}

/** Final states: a payment that the gateway has after all raises attention. */
const endChangingStates: ReadonlySet<PaymentState> = new Set(['rejected', 'conflict', 'cancelled']);

/**
 * Accepted, then paid or failed if the gateway has finished it. A rejected payment that did arrive raises attention, one in conflict of
 * which the gateway now reports the money that Bursar sent, and one that Bursar had stopped checking.
 */
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
    problem: unclearStatus(detail),
    dueAt,
    polls,
    ...(endChangingStates.has(payment.state) ? { notice: 'endChanged' } : {}),
  };
  const end = ending(detail);
  if (end === null) return [accepted];
  const { notice: _notice, ...rest } = accepted;
  const last: Finding = {
    ...rest,
    ...end,
    from: 'accepted',
    dueAt: firstPollAt(end.to, moment),
    polls: 0,
  };
  return payment.state === 'accepted' ? [last] : [accepted, last];
}

/** Whether processing finished, and the gateway does not say with which status: no success, and no failure either. */
function isEndUnsaid({ status, processedAt }: Pick<PaymentDetail, 'status' | 'processedAt'>): boolean {
  return processedAt !== null && status === null;
}

function unclearStatus(detail: PaymentDetail): PaymentProblem | null {
  const { unreadableStatus: received } = detail;
  if (received !== undefined) return { code: 'unreadableStatus', received };
  return isEndUnsaid(detail) ? { code: 'finished', status: null } : null;
}

/** Paid on SUCCESS, failed when processing finished with any other status, otherwise still in progress. */
export function ending(
  detail: Pick<PaymentDetail, 'status' | 'processedAt'>,
): (Pick<Finding, 'problem'> & { readonly to: 'paid' | 'failed' }) | null {
  if (isSuccess(detail.status)) return { to: 'paid', problem: null };
  if (detail.processedAt === null || isEndUnsaid(detail)) return null;
  return { to: 'failed', problem: { code: 'finished', status: detail.status } };
}

/** What decides how the next answer about a payment is read, and is kept while its request is not sent. */
function stillKnown(payment: StoredPayment) {
  return { ...stillTaken(payment), ...stillUnsent(payment) };
}

/** A payout that another payout has replaced (I11): not sent again, but polled, since its first request may still arrive. */
export function overtaken(payment: StoredPayment, by: OtherPayment, moment: Moment): Finding {
  return later(payment, { code: 'overtaken', by, ...stillKnown(payment) }, moment);
}

/** A payout that repeats one which has come back: not sent again, but polled, since its first request may still arrive. */
export function repeatsRevived(payment: StoredPayment, by: OtherPayment, moment: Moment): Finding {
  return later(payment, { code: 'mayBePaidAlready', by, ...stillKnown(payment) }, moment);
}

/** A payout of a paused batch: not sent again until the batch is resumed, but polled, as asking sends nothing. */
export function heldBack(payment: StoredPayment, moment: Moment): Finding {
  return later(payment, { code: 'heldBack', ...stillKnown(payment) }, moment);
}

/** A payout to a payee that was blocked since: not sent again while it is, but polled, since its first request may still arrive. */
export function blocked(payment: StoredPayment, moment: Moment): Finding {
  return later(payment, { code: 'payeeBlocked', ...stillKnown(payment) }, moment);
}
