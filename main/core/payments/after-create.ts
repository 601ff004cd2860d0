import type { AppError } from '../../../contract/errors.ts';
import type { Result } from '../../../contract/result.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { kindText } from '../../../contract/text/states.ts';
import type { Answer, Finding, Intent } from '../ports/index.ts';
import { problemCodes, useful, usefulnessOf, type Decision, type Moment } from './decision.ts';
import { problemOf } from './problem-of.ts';
import { nextWaitMs } from './schedule.ts';

/**
 * What the answer to a create means (DESIGN: The life of a payout). 2xx is accepted. A refusal is `rejected` only on the
 * first attempt: after an attempt whose end nobody saw, it says nothing about that attempt. 409 on the first attempt means
 * that somebody used the order ID before, on a repetition that most likely we did; either way reading it tells.
 */
export function afterCreate(
  intent: Pick<Intent, 'payment' | 'attemptNumber' | 'isFirst'>,
  result: Result<Answer<null>>,
  { now, fraction }: Moment,
): Decision {
  const { payment, attemptNumber, isFirst } = intent;
  const status = result.ok ? result.value.status : (result.error.details.status ?? null);
  const detail = result.ok ? result.value.raw : (result.error.details.raw ?? failureText(result.error));
  const soon = now + nextWaitMs('unknown', isFirst ? 0 : attemptNumber, fraction);
  const finding = (changed: Pick<Finding, 'to' | 'problem' | 'dueAt'>): Finding => ({
    paymentId: payment.paymentId,
    from: 'sending',
    cause: status === null && !result.ok ? result.error.code : `answer ${String(status)}`,
    detail,
    polls: 0,
    attempt: { number: attemptNumber, status, answer: detail },
    ...changed,
  });
  if (result.ok) return useful(finding({ to: 'accepted', problem: null, dueAt: soon }));
  const { error } = result;
  const word = kindText(payment.kind);
  switch (createMeaning(error)) {
    case 'taken': {
      const code = isFirst ? problemCodes.orderIdTaken : problemCodes.acceptedBefore;
      const message = `The gateway already has a ${word} with this order ID. Bursar checks whether it is this one.`;
      return useful(
        finding({ to: isFirst ? 'unknown' : 'accepted', problem: { code, message }, dueAt: now }),
      );
    }
    case 'refused': {
      const problem = problemOf(error);
      if (isFirst) return useful(finding({ to: 'rejected', problem, dueAt: null }));
      const message = `The gateway rejected a repeat of the request for this ${word}, which says nothing about the first request. Bursar keeps asking. ${problem.message}`;
      return useful(finding({ to: 'unknown', problem: { ...problem, message }, dueAt: soon }));
    }
    case 'unseen': {
      const problem = problemOf(error);
      const message = `Bursar does not know whether the gateway accepted this ${word}, and keeps asking. ${problem.message}`;
      return {
        findings: [finding({ to: 'unknown', problem: { ...problem, message }, dueAt: soon })],
        sendAgain: false,
        usefulness: usefulnessOf(error.code),
      };
    }
  }
}

function createMeaning({ code, details }: AppError): 'taken' | 'refused' | 'unseen' {
  switch (code) {
    case 'gatewayDuplicate':
      return 'taken';
    case 'gatewayInputInvalid':
    case 'gatewayForbidden':
    case 'gatewayVersionUnsupported':
    case 'gatewayRefused':
    case 'gatewayNotFound':
      return 'refused';
    case 'gatewayStatusUnexpected':
      // A client error that the interface does not list still says that the request was refused; a redirect says nothing.
      return details.status !== undefined && details.status >= 400 && details.status < 500
        ? 'refused'
        : 'unseen';
    default:
      return 'unseen';
  }
}
