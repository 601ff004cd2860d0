import type { ErrorDetails } from '../../contract/errors.ts';
import { fail } from '../../contract/result.ts';
import type { Failure } from '../../contract/result.ts';
import { answerText, keptText } from './answer-text.ts';
import type { Effect, GatewayErrorCode } from './decide.ts';
import { readProblems } from './readers/errors.ts';
import type { HttpAnswer } from './transport.ts';

/** What an error is about, in words for a message, and the details that name it. */
export type Subject = { readonly words: string; readonly details: ErrorDetails };

/**
 * The error for one code, with the answer's status, its text and, field by field, its complaints. Secrets are
 * taken out of the text before anything is read from it.
 */
export function failureOf(
  code: GatewayErrorCode,
  subject: Subject,
  effect: Effect,
  found: { answer: HttpAnswer | null; cause: string | null; secrets: readonly string[] },
): Failure {
  const details = { ...subject.details, ...answerDetails(found) };
  return fail(code, messageOf(code, subject.words, effect, details.status), details);
}

/** Status, text, complaints and cause of what came back. */
export function answerDetails(found: {
  answer: HttpAnswer | null;
  cause: string | null;
  secrets: readonly string[];
}): ErrorDetails {
  const cause = found.cause === null ? {} : { cause: found.cause };
  if (found.answer === null) return cause;
  const text = answerText(found.answer.body, found.secrets);
  const isComplaint = found.answer.status >= 400 && found.answer.status <= 499;
  return {
    status: found.answer.status,
    ...(text === '' ? {} : { raw: keptText(text) }),
    ...(isComplaint ? readProblems(text) : {}),
    ...cause,
  };
}

function messageOf(code: GatewayErrorCode, about: string, effect: Effect, status?: number): string {
  const answered = status === undefined ? '' : ` (status ${status})`;
  switch (code) {
    case 'gatewayInputInvalid':
      return `The gateway could not accept ${about}: some of its data is missing or wrong${answered}. Correct what it names and send it anew.`;
    case 'gatewayUnauthenticated':
      return `The gateway rejected the access token, and a new one too${answered}. Check the merchant code and that the public key is registered with the gateway.`;
    case 'gatewayForbidden':
      return `The gateway does not permit ${about} for this merchant${answered}. Ask the gateway's operator to allow it.`;
    case 'gatewayVersionUnsupported':
      return `The gateway does not know the interface version or the address used for ${about}${answered}. Check the base address of the profile.`;
    case 'gatewayRefused':
      return `The gateway refused ${about} by its business rules${answered}. Read the reasons that it names, correct the data and send it anew.`;
    case 'gatewayDuplicate':
      return `The gateway has already accepted ${about}${answered}; it was not accepted a second time.`;
    case 'gatewayNotFound':
      return `The gateway does not know ${about}${answered}.`;
    case 'gatewayBusy':
      return `The gateway is too busy for ${about} and has not processed it. Try again in a few minutes.`;
    case 'gatewayServerError':
      return effect === 'read'
        ? `The gateway failed while answering for ${about}${answered}. Try again in a few minutes.`
        : `The gateway failed while handling ${about}${answered}. It may or may not have taken effect: ask the gateway for its state before sending it again.`;
    case 'gatewayStatusUnexpected':
      return `The gateway answered for ${about} with a status that its interface does not have${answered}. Check that the base address of the profile leads to the gateway itself.`;
    case 'gatewayUnreachable':
      return `The gateway could not be reached for ${about}. Check the network and the base address of the profile, then try again.`;
    case 'gatewayNoAnswer':
      return effect === 'read'
        ? `The gateway gave no answer for ${about}. Try again in a moment.`
        : `The gateway gave no answer for ${about}. It may or may not have taken effect: ask the gateway for its state before sending it again.`;
    case 'gatewayAnswerUnreadable':
      return `The gateway's answer for ${about} could not be read. Show the raw answer to the gateway's operator.`;
  }
}

/**
 * The call was given up before its request left. The subject may be a payment that was sent long ago and is only asked about, so
 * neither this nor `lineFullFailure` says what was not sent.
 */
export function stoppedFailure(subject: Subject): Failure {
  return fail('stopped', `Stopped before the gateway was contacted for ${subject.words}.`, subject.details);
}

/** Too many requests of this program wait for their turn already. */
export function lineFullFailure(subject: Subject): Failure {
  const words = `Too many requests are waiting for their turn. Try ${subject.words} again when fewer are under way.`;
  return fail('gatewayBusy', words, subject.details);
}
