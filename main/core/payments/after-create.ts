import type { Cause } from '../../../contract/payments/cause.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import { isTaken, neverLeft, stillTaken } from '../../../contract/payments/problem-facts.ts';
import type { AppError } from '../../../contract/errors.ts';
import { isSameMoney, type ReportedMoney } from '../../../contract/money/money.ts';
import type { Result } from '../../../contract/result.ts';
import type { Answer, Finding, Intent } from '../ports/index.ts';
import {
  firstPollAt,
  isNamedRefusal,
  isRefusal,
  otherMoney,
  useful,
  usefulnessOf,
  type Decision,
  type Moment,
} from './decision.ts';
import { requestFailureOf } from './request-failure.ts';
import { nextWaitMs } from './schedule.ts';

type Created = Answer<ReportedMoney | null>;

/**
 * What the response to a create means (DESIGN: The life of a payout). A success, which is 201 alone, is accepted, and a conflict at once if it
 * names other money, as no later response needs to name any. A refusal is `rejected` only on the first attempt, since it proves nothing about an earlier attempt whose outcome is unknown, and only with a status that
 * the interface defines for it: any other 4xx has no defined meaning, so the gateway is asked. 409 means that the order
 * ID is taken: by someone else while no attempt was answered otherwise, later most likely by our own earlier attempt. Reading the payment
 * tells which.
 */
export function afterCreate(
  intent: Pick<Intent, 'payment' | 'attemptNumber' | 'isFirst'>,
  result: Result<Created>,
  moment: Moment,
): Decision {
  const { now, fraction } = moment;
  const { payment, attemptNumber } = intent;
  // An attempt of which nothing left is none for the gateway.
  const isFirst = intent.isFirst || neverLeft(payment);
  const status = result.ok ? result.value.status : (result.error.details.status ?? null);
  const detail = result.ok ? result.value.raw : (result.error.details.raw ?? null);
  const soon = now + nextWaitMs('unknown', intent.isFirst ? 0 : attemptNumber, fraction);
  const finding = (changed: Pick<Finding, 'to' | 'problem' | 'dueAt'>): Finding => ({
    paymentId: payment.paymentId,
    from: 'sending',
    cause: causeOf(result),
    detail,
    polls: 0,
    attempt: { number: attemptNumber, status, answer: detail },
    ...changed,
  });
  if (result.ok) {
    const accepted = finding({ to: 'accepted', problem: null, dueAt: soon });
    const { value: money } = result.value;
    if (money === null || isSameMoney(money, payment)) return useful(accepted);
    const { attempt: _attempt, ...held } = accepted;
    const dueAt = firstPollAt('conflict', moment);
    return useful(accepted, { ...held, from: 'accepted', to: 'conflict', problem: otherMoney(money), dueAt });
  }
  const { error } = result;
  const kept =
    error.details.neverLeft === true
      ? { ...stillTaken(payment), ...(isFirst ? ({ neverLeft: true } as const) : {}) }
      : {};
  switch (createMeaning(error)) {
    case 'taken': {
      const isOthers = isFirst || isTaken(payment);
      const code = isOthers ? 'orderIdTaken' : 'acceptedBefore';
      const dueAt = isOthers && !isFirst ? soon : now;
      return useful(finding({ to: isOthers ? 'unknown' : 'accepted', problem: { code }, dueAt }));
    }
    case 'refused': {
      const failure = requestFailureOf(error);
      if (isFirst && isNamedRefusal(error))
        return useful(finding({ to: 'rejected', problem: { code: 'refused', failure }, dueAt: null }));
      const problem: PaymentProblem = isFirst
        ? { code: 'notConfirmed', failure }
        : { code: 'repeatRefused', failure, ...stillTaken(payment) };
      return useful(finding({ to: 'unknown', problem, dueAt: soon }));
    }
    case 'unseen': {
      const problem = { code: 'notConfirmed', failure: requestFailureOf(error), ...kept } as const;
      return {
        findings: [finding({ to: 'unknown', problem, dueAt: soon })],
        sendAgain: false,
        usefulness: usefulnessOf(error.code),
      };
    }
  }
}

function causeOf(result: Result<Created>): Cause {
  if (result.ok) return { code: 'answered', status: result.value.status };
  const { status } = result.error.details;
  return status === undefined
    ? { code: 'notAnswered', error: result.error.code }
    : { code: 'answered', status };
}

function createMeaning(error: AppError): 'taken' | 'refused' | 'unseen' {
  if (error.code === 'gatewayDuplicate') return 'taken';
  return isRefusal(error) ? 'refused' : 'unseen';
}
