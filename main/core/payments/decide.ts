import type { AppError, ErrorCode } from '../../../contract/errors.ts';
import { isSameMoney } from '../../../contract/money.ts';
import type { Result } from '../../../contract/result.ts';
import { problemOf } from './problem-of.ts';
import type { Answer, Finding, PaymentDetail, PaymentProblem, StoredPayment } from '../ports/index.ts';
import { awaitedWaitMs, longestUnknownMs, pollWaitMs } from './schedule.ts';

/** What an answer says of the gateway itself: it was useful, of no use (silence, a server error), or it refuses this merchant. */
export type Usefulness = 'useful' | 'useless' | 'refused' | 'stopped';

/** What follows from an answer: findings to be recorded in order, and whether the same bytes have to be sent again. */
export type Decision = {
  readonly findings: readonly Finding[];
  readonly sendAgain: boolean;
  readonly usefulness: Usefulness;
};

/** When, and how the waiting time is spread (0 to 1); injected so that a decision can be repeated. */
export type Moment = { readonly now: number; readonly fraction: number };

const success = 'SUCCESS';

/**
 * What the answer to a create means (DESIGN: The life of a payout). 2xx and 409 are accepted; a status that says
 * that the request was refused is rejected; anything after which the effect is in doubt is unknown.
 */
export function afterCreate(
  intent: { readonly payment: StoredPayment; readonly attemptNumber: number },
  result: Result<Answer<null>>,
  { now, fraction }: Moment,
): Decision {
  const { payment, attemptNumber } = intent;
  const base = { paymentId: payment.paymentId, from: 'sending', polls: 0 } as const;
  if (result.ok) {
    const { status, raw } = result.value;
    const attempt = { number: attemptNumber, status, answer: raw };
    const dueAt = now + pollWaitMs(0, fraction);
    return useful({
      ...base,
      to: 'accepted',
      cause: `answer ${status}`,
      detail: raw,
      problem: null,
      dueAt,
      attempt,
    });
  }
  const { error } = result;
  const status = error.details.status ?? null;
  const attempt = { number: attemptNumber, status, answer: error.details.raw ?? error.message };
  const cause = status === null ? error.code : `answer ${status}`;
  const detail = error.details.raw ?? error.message;
  switch (createMeaning(error)) {
    case 'accepted':
      // Accepted before; the reading that follows at once shows whether it carries our money.
      return useful({ ...base, to: 'accepted', cause, detail, problem: null, dueAt: now, attempt });
    case 'rejected':
      return useful({
        ...base,
        to: 'rejected',
        cause,
        detail,
        problem: problemOf(error),
        dueAt: null,
        attempt,
      });
    case 'unknown': {
      const dueAt = now + pollWaitMs(0, fraction);
      const finding: Finding = {
        ...base,
        to: 'unknown',
        cause,
        detail,
        problem: problemOf(error),
        dueAt,
        attempt,
      };
      return { findings: [finding], sendAgain: false, usefulness: usefulnessOf(error.code) };
    }
  }
}

function createMeaning({ code, details }: AppError): 'accepted' | 'rejected' | 'unknown' {
  switch (code) {
    case 'gatewayDuplicate':
      return 'accepted';
    case 'gatewayInputInvalid':
    case 'gatewayForbidden':
    case 'gatewayVersionUnsupported':
    case 'gatewayRefused':
    case 'gatewayNotFound':
      return 'rejected';
    case 'gatewayStatusUnexpected':
      // A client error that the interface does not list still says that the request was refused; a redirect says nothing.
      return details.status !== undefined && details.status >= 400 && details.status < 500
        ? 'rejected'
        : 'unknown';
    default:
      return 'unknown';
  }
}

/**
 * What the answer to a GET of a payment in `awaited`, `accepted` or `unknown` means. The money is compared every time: an order
 * ID that carries other money than ours is a conflict, and a person has to look.
 */
export function afterRead(
  payment: StoredPayment,
  result: Result<Answer<PaymentDetail>>,
  moment: Moment,
): Decision {
  if (result.ok) return afterDetail(payment, result.value, moment);
  const { error } = result;
  if (error.code === 'gatewayNotFound' && payment.state === 'awaited')
    return afterNobodyCame(payment, moment);
  if (error.code === 'gatewayNotFound' && payment.state === 'unknown' && isSentByUs(payment))
    return afterNeverHeard(payment, moment);
  const usefulness = usefulnessOf(error.code);
  const problem = usefulness === 'stopped' ? payment.problem : problemOf(error);
  return { findings: [later(payment, problem, moment)], sendAgain: false, usefulness };
}

function afterDetail(
  payment: StoredPayment,
  { value: detail, status, raw }: Answer<PaymentDetail>,
  moment: Moment,
): Decision {
  const cause = `answer ${status}`;
  const learned = {
    gatewayStatus: detail.status,
    fee: detail.fee,
    ...(payment.origin === null
      ? {}
      : { reading: { at: moment.now, raw, instructions: detail.instructions } }),
  };
  if (detail.money === null && payment.state !== 'accepted') {
    const message = `The gateway answered without the money of this ${word(payment)}, so Bursar cannot tell whether it is this one.`;
    return {
      findings: [later(payment, { code: 'gatewayAnswerUnreadable', message }, moment)],
      sendAgain: false,
      usefulness: 'useless',
    };
  }
  if (detail.money !== null && !isSameMoney(detail.money, payment)) {
    const found = `${detail.money.amount} ${detail.money.currencyCode}`;
    const message = `The gateway holds ${found} under this order ID, not ${payment.amount} ${payment.currencyCode}. ${payment.origin === null ? 'Ask the gateway before anything else is paid for this row.' : 'Ask the gateway what it is.'}`;
    const problem = { code: 'otherMoney', message };
    return useful({
      paymentId: payment.paymentId,
      from: payment.state,
      to: 'conflict',
      cause,
      detail: raw,
      ...learned,
      problem,
      dueAt: null,
      polls: 0,
    });
  }
  const accepted: Finding = {
    paymentId: payment.paymentId,
    from: payment.state,
    to: 'accepted',
    cause,
    detail: raw,
    ...learned,
    problem: null,
    dueAt: moment.now + pollWaitMs(payment.state === 'accepted' ? payment.polls + 1 : 0, moment.fraction),
    polls: payment.state === 'accepted' ? payment.polls + 1 : 0,
  };
  const end = ending(payment, detail);
  if (end === null) return useful(accepted);
  const final: Finding = {
    ...accepted,
    from: 'accepted',
    to: end.to,
    problem: end.problem,
    dueAt: null,
    polls: 0,
  };
  return payment.state === 'accepted' ? useful(final) : useful(accepted, final);
}

/** Paid when the gateway says SUCCESS; failed when processing is finished with any other status; else it goes on. */
function ending(
  payment: StoredPayment,
  detail: PaymentDetail,
): { to: 'paid' | 'failed'; problem: PaymentProblem | null } | null {
  if (detail.status === success) return { to: 'paid', problem: null };
  if (detail.processedAt === null) return null;
  const status = detail.status ?? 'no status';
  return {
    to: 'failed',
    problem: {
      code: status,
      message: `The gateway finished this ${word(payment)} with ${status}. It was not paid.`,
    },
  };
}

/** Whether Bursar creates it at the gateway; what others create is never sent. */
export function isSentByUs({ origin }: StoredPayment): boolean {
  return origin === null || origin === 'created';
}

function word({ kind }: StoredPayment): string {
  return kind === 'topup' ? 'top-up' : kind;
}

/** 410 for an awaited payment: nobody has created it yet. It is asked about ever more seldom, and given up when its time is over. */
function afterNobodyCame(payment: StoredPayment, moment: Moment): Decision {
  const until = payment.awaitedUntil ?? payment.createdAt;
  if (moment.now < until) {
    const finding = later(payment, null, moment);
    return useful({
      ...finding,
      dueAt: Math.min(until, moment.now + awaitedWaitMs(payment.polls, moment.fraction)),
    });
  }
  return useful({
    paymentId: payment.paymentId,
    from: 'awaited',
    to: 'cancelled',
    cause: 'nobody came',
    detail: `Nobody had begun to pay by ${new Date(until).toISOString()}, so it is no longer asked about.`,
    problem: null,
    dueAt: null,
    polls: 0,
  });
}

/** The problem of an unknown payment that Bursar leaves to a person. */
export const personDecidesCode = 'olderThanADay';

/** 410 for an unknown payout: send the same bytes again, unless it is so old that the gateway may have forgotten it. */
function afterNeverHeard(payment: StoredPayment, moment: Moment): Decision {
  const age = moment.now - (payment.firstSentAt ?? payment.createdAt);
  if (age <= longestUnknownMs) return { findings: [], sendAgain: true, usefulness: 'useful' };
  const problem = {
    code: personDecidesCode,
    message: `The gateway does not know this ${word(payment)}, and more than a day has passed since it was first sent, so the gateway may have forgotten it. ${payment.origin === null ? 'Ask the gateway, then decide: send it again or take it as not accepted.' : 'Ask the gateway; if it has it not, give this one up and create another.'}`,
  };
  return useful({ ...later(payment, problem, moment), dueAt: null });
}

/** The problem of a payout that the gateway does not know and that is not sent again while a person holds its batch back. */
export const heldBackCode = 'heldBack';

/** A payout that would be sent again, were its batch not paused: it waits, and is asked about again once it is resumed. */
export function heldBack(payment: StoredPayment, moment: Moment): Finding {
  const message =
    'The gateway does not know this payout, and its batch is paused, so it is not sent again. Resume the batch to send it.';
  return { ...later(payment, { code: heldBackCode, message }, moment), dueAt: null };
}

/** The same state; ask again later. */
function later(payment: StoredPayment, problem: PaymentProblem | null, { now, fraction }: Moment): Finding {
  const { paymentId, state } = payment;
  const dueAt = now + pollWaitMs(payment.polls, fraction);
  return {
    paymentId,
    from: state,
    to: state,
    cause: 'asked',
    detail: null,
    problem,
    dueAt,
    polls: payment.polls + 1,
  };
}

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

function usefulnessOf(code: ErrorCode): Usefulness {
  if (code === 'stopped') return 'stopped';
  return refusals.has(code) ? 'refused' : 'useless';
}

function useful(...findings: Finding[]): Decision {
  return { findings, sendAgain: false, usefulness: 'useful' };
}
