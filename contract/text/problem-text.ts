import { gatewayTimeOf } from '../payments/gateway-time.ts';
import type { PaymentKind } from '../payments/payment-states.ts';
import type { PaymentProblem, RequestFailure } from '../payments/problem.ts';
import { withPlainFields } from './columns.ts';
import { minuteText, utcDayText } from './clock.ts';
import { complaintText } from './complaint.ts';
import { failureText, isEmptyResponse } from './failure.ts';
import { counted, moneyText } from './numbers.ts';
import { asSentence, capitalised, kindText, stateText } from './states.ts';

/** What the text of a problem names of its payment. */
type ProblemSubject = {
  readonly kind: PaymentKind;
  readonly idPayment: string;
  readonly amount: string;
  readonly currencyCode: string;
};

/** Says that the gateway could not be queried about a payment, whatever its outcome. */
export function couldNotAskText({ kind, idPayment }: Pick<ProblemSubject, 'kind' | 'idPayment'>): string {
  return `Bursar could not ask about ${kindText(kind)} ${idPayment}.`;
}

/** A problem of a payment in words, with everything that the gateway named. */
export function problemText(problem: PaymentProblem, subject: ProblemSubject): string {
  const word = kindText(subject.kind);
  const isPayout = subject.kind === 'payout';
  switch (problem.code) {
    case 'orderIdTaken':
    case 'acceptedBefore':
      return `The gateway already has a ${word} with this order ID. Bursar checks whether it is this one.`;
    case 'refused':
      return reasonText(problem.failure);
    case 'repeatRefused':
      return `The gateway rejected a repeat of the request for this ${word}, which says nothing about the first request. Bursar keeps asking, and repeats the request while the gateway does not know this ${word}${isPayout ? '; to stop that, pause its batch' : ''}. ${reasonText(problem.failure)}`;
    case 'unsent':
      return `Bursar tried to send this ${word} before, and its request has not left this computer.`;
    case 'notConfirmed':
      if (problem.neverLeft === true)
        return `The request for this ${word} has not left this computer. Bursar asks the gateway, and sends it if the gateway does not know this ${word}. ${reasonText(problem.failure)}`;
      return `Bursar does not know whether the gateway accepted this ${word}, and keeps asking. ${reasonText(problem.failure)}`;
    case 'couldNotAsk':
      return `${couldNotAskText(subject)}${unsentText(problem, word)} Bursar keeps asking. ${reasonText(problem.failure)}`;
    case 'couldNotAskForLong': {
      if (problem.acceptedAt !== undefined)
        return `${acceptedText(problem, `${word} ${subject.idPayment}`)} Bursar keeps asking. ${asSentence(reasonText(problem.failure))} Ask the gateway's operator what became of it.`;
      const retried =
        problem.mayBeRetried === true ? ` A retry that is not recorded may have paid its row.` : '';
      const next = isPayout
        ? "Ask the gateway's operator, then decide whether to repeat the request or mark it as not accepted."
        : "Ask the gateway's operator; if the gateway does not have it, mark this one as not accepted and create another.";
      return `For more than a day the gateway has not told Bursar what became of ${word} ${subject.idPayment}, and Bursar keeps asking. ${asSentence(reasonText(problem.failure))}${unsentText(problem, word)}${retried} ${next}`;
    }
    case 'forgotten':
      return `${forgottenText(problem.byRepetition, word)} that it does not know it. Bursar keeps asking. Ask the gateway's operator, too.`;
    case 'forgottenForLong': {
      const next = isPayout
        ? `Ask the gateway's operator, then decide whether to repeat the request or mark it as not accepted.`
        : "Ask the gateway's operator; if the gateway does not have it, mark this one as not accepted and create another.";
      return `${forgottenText(problem.byRepetition, word)} for more than a day that it does not know it, so Bursar cannot find out what became of it. ${next}`;
    }
    case 'moneyMissing':
      return `The gateway's answer has no amount for this ${word}, so Bursar cannot tell whether it is this one, and keeps asking.`;
    case 'otherMoney': {
      const next = isPayout
        ? 'Ask the gateway before anything else is paid for this row.'
        : 'Ask the gateway what it is.';
      return `The gateway holds ${moneyText(problem.held)} for this order ID, expected: ${moneyText(subject)}. ${next}`;
    }
    case 'paidOutside': {
      const done = problem.isPaid ? 'paid' : 'sent';
      const day = createdOn(problem);
      return day === null
        ? `It seems that this ${word} was already ${done} outside this history: the gateway answered that it already has this order ID, and none of its answers says that it accepted a request from Bursar. It gives no usable time of creation, and does not say to whom it was ${done}.`
        : `Already ${done} on ${day} outside this history, under this order ID: by the gateway's own times, it had it before Bursar's first request for this ${word}. It does not say to whom it was ${done}.`;
    }
    case 'payAgain':
      return 'A person decided to pay this row again. The gateway holds another payment under its order ID, made outside this history, which may have paid the payee.';
    case 'finished':
      if (problem.wasPaid === true)
        return `The gateway has since reported the status ${problem.status ?? '(none)'}.`;
      return `The gateway finished this ${word} with ${problem.status ?? 'no status'}.`;
    case 'unreadableStatus':
      return `The gateway reports a status that Bursar cannot read: ${problem.received}`;
    case 'expired':
      return `Nobody had begun to pay by ${minuteText(problem.until)}. Bursar asks a few more times before it stops.`;
    case 'olderThanADay': {
      if (problem.wasTaken === true)
        return `The gateway answers that this order ID was used before, and that it does not know the ${word}. ${isPayout ? 'Ask the gateway whether it paid the payee, then decide whether to repeat the request or mark it as not accepted.' : 'Ask the gateway what it is, then mark this one as not accepted and create another.'}`;
      const next = isPayout
        ? 'Ask the gateway, then decide whether to repeat the request or mark it as not accepted.'
        : 'Ask the gateway; if it does not have it, mark this one as not accepted and create another.';
      const had = problem.wasThere === true ? ', although it had this order ID before' : '';
      return `The gateway does not know this ${word}${had}, and more than a day may have passed since it was first sent, so the gateway may have forgotten it. ${next}`;
    }
    case 'overtaken': {
      const other =
        problem.by === null
          ? `another ${word}`
          : `${word} ${problem.by.idPayment}, which is ${stateText(problem.by.state)},`;
      return `The gateway does not know this ${word}, and ${other} covers the same row, so ${notRepeatedText(problem)}`;
    }
    case 'heldBack':
      return `The gateway does not know this ${word}, and its batch is paused, so ${notRepeatedText(problem)}`;
    case 'payeeBlocked':
      return `The gateway does not know this ${word}, and its payee is blocked, so ${notRepeatedText(problem)}`;
    case 'retriedElsewhere':
      return `Bursar has not sent this ${word}: when it asked, the gateway had ${word} ${problem.by.idPayment}, which was ${stateText(problem.by.state)}, and which was made for the same row outside this history.`;
    case 'rowCovered':
      return `Bursar has not sent this ${word}: ${word} ${problem.by.idPayment}, for the same row, was ${stateText(problem.by.state)}.`;
    case 'mayBePaidAlready':
      return `It may be paid already: ${word} ${problem.by.idPayment}, which it repeats, had failed or been rejected when this one was released or scheduled, and is ${stateText(problem.by.state)} now. ${notSent}`;
    case 'notAccepted':
      return notAcceptedText(problem.wasAccepted, word);
    case 'interrupted':
      return `Bursar ended while this ${word} was being sent, so it asks the gateway whether it arrived.`;
    case 'restored':
      return problem.wasThere === true
        ? `A backup was restored. The gateway had this order ID before it was made, so Bursar asks what became of this ${word}, and does not repeat its request by itself.`
        : `A backup was restored, and this ${word} may have been sent after it was made, so Bursar asks the gateway.`;
    case 'olderRecords':
      return problem.wasThere === true
        ? `The records were older than what was sent. The gateway had this order ID before, so Bursar asks what became of this ${word}, and does not repeat its request by itself.`
        : `The records were older than what was sent, and this ${word} may have been sent since, so Bursar asks the gateway.`;
    case 'perhapsRetried':
      if (problem.by !== undefined)
        return `When Bursar asked, the gateway had ${word} ${problem.by.idPayment}, which was ${stateText(problem.by.state)}, and which was made for the same row outside these records. Bursar does not repeat the request for this ${word}.`;
      return `The records are older than what was sent, and retries that were released since are missing. One of them may have paid this row, so only a person can have this ${word} sent again. If the gateway does not know it, ask the gateway about the payee before you decide.`;
    case 'other':
      return withPlainFields(problem.text);
  }
}

type Unsent = { readonly neverLeft?: true | undefined };

/** The end of a sentence about a payment whose request is not sent now. */
function notRepeatedText({ neverLeft }: Unsent): string {
  return neverLeft === true
    ? 'Bursar does not send its request, which has not left this computer, and keeps asking.'
    : 'Bursar does not repeat the request and keeps asking.';
}

function unsentText({ neverLeft }: Unsent, word: string): string {
  return neverLeft === true ? ` The request for this ${word} has not left this computer.` : '';
}

const notSent = 'Bursar sends nothing for it by itself.';

/** The beginning of a sentence: the gateway answered as if it had a payment, and has since answered otherwise. */
function forgottenText(byRepetition: true | undefined, word: string): string {
  return byRepetition === true
    ? `The gateway answered a repeat of the request that it already has this order ID, and has since answered about the ${word}`
    : `The gateway accepted this ${word}, and has since answered`;
}

/** The day on which another payment of the order ID was created; null if nothing but a 409 says that there is one. */
function createdOn({ createdAt }: Extract<PaymentProblem, { code: 'paidOutside' }>): string | null {
  const at = gatewayTimeOf(createdAt ?? '');
  return Number.isNaN(at) ? null : utcDayText(at);
}

/** Says that the gateway accepted a payment and has not reported its outcome since. */
function acceptedText(
  { acceptedAt = '', byRepetition, forgottenSince }: Extract<PaymentProblem, { code: 'couldNotAskForLong' }>,
  what: string,
): string {
  const silent = 'for more than a day has not said what became of it.';
  const forgotten = forgottenSince === undefined ? '' : ' It has answered that it does not know it.';
  return byRepetition === true
    ? `The gateway answered a repeat of the request for ${what} that it already has this order ID, and ${silent}${forgotten}`
    : `The gateway accepted ${what} on ${minuteText(acceptedAt)}, and ${silent}${forgotten}`;
}

/** A person's decision about a payment that the gateway does not know. */
export function notAcceptedText(wasAccepted: true | undefined, word: string): string {
  return wasAccepted === true
    ? `A person recorded that the gateway no longer has this ${word}, which it had accepted.`
    : `A person recorded that the gateway did not accept this ${word}.`;
}

/** A problem in words that fit every payment with it: they name neither the payment, its amount nor another payment. */
export function causeOfMany(problem: PaymentProblem, kind: PaymentKind): string {
  const nobody = { kind, idPayment: '', amount: '', currencyCode: '' };
  switch (problem.code) {
    case 'couldNotAsk':
      return `Bursar could not ask the gateway, and keeps asking.${unsentText(problem, kindText(kind))} ${reasonText(problem.failure)}`;
    case 'couldNotAskForLong':
      return problem.acceptedAt === undefined
        ? `For more than a day the gateway has not told Bursar what became of it, and Bursar keeps asking.${unsentText(problem, kindText(kind))} ${reasonText(problem.failure)}`
        : `Accepted, and for more than a day the gateway has not said what became of it. Bursar keeps asking. ${asSentence(reasonText(problem.failure))} Ask the gateway's operator what became of it.`;
    case 'otherMoney':
      return 'The gateway holds a different amount or currency for the order ID. Ask the gateway before anything else is paid for the row.';
    case 'overtaken':
      return problemText({ ...problem, by: null }, nobody);
    case 'retriedElsewhere':
      return 'Bursar has not sent it: when it asked, the gateway had another payout, which was made for the same row outside this history.';
    case 'rowCovered':
      return 'Bursar has not sent it: another payout for the same row was.';
    case 'mayBePaidAlready':
      return `It may be paid already: another payout, which it repeats, had failed or been rejected when this one was released or scheduled, and no longer has. ${notSent}`;
    case 'paidOutside': {
      const done = `already ${problem.isPaid ? 'paid' : 'sent'} outside this history, under the same order ID`;
      return createdOn(problem) === null
        ? `It seems that it was ${done}.`
        : capitalised(`${done}, according to the gateway.`);
    }
    default:
      return problemText(problem, nobody);
  }
}

/** The short code of a problem for lists and exports: the gateway's own first code if it gave one, otherwise Bursar's. */
export function problemLabel(problem: PaymentProblem): string {
  switch (problem.code) {
    case 'refused':
    case 'repeatRefused':
    case 'notConfirmed':
    case 'couldNotAsk':
    case 'couldNotAskForLong': {
      const { complaints = [], error } = problem.failure;
      return complaints.find(({ code }) => code !== undefined)?.code ?? error;
    }
    case 'forgotten':
    case 'forgottenForLong':
      return 'gatewayNotFound';
    case 'moneyMissing':
      return 'gatewayAnswerUnreadable';
    case 'payAgain':
      return 'paidOutside';
    case 'finished':
      return problem.status ?? 'no status';
    case 'other':
      return problem.label;
    default:
      return problem.code;
  }
}

/** The gateway's validation errors; if it named none, what happened between Bursar and the gateway. */
function reasonText({ complaints = [], complaintsLeftOut = 0, said, ...failure }: RequestFailure): string {
  const { error, ...details } = failure;
  if (complaints.length > 0) {
    const left = complaintsLeftOut === 0 ? [] : [`and ${counted(complaintsLeftOut, 'more complaint')}`];
    const named = [...complaints.map((complaint) => withPlainFields(complaintText(complaint))), ...left];
    // A refusal of the merchant or of a token is not about this payment, and the gateway's details seldom say what to do.
    const isOther = error === 'gatewayUnauthenticated' || details.tokenStatus !== undefined;
    const what = isOther ? `${failureText({ code: error, details })} Gateway response: ` : '';
    return `${what}${named.join('; ')}`;
  }
  const response = said === undefined || isEmptyResponse(said) ? '' : ` Gateway response: ${said}`;
  return `${failureText({ code: error, details })}${response}`;
}
