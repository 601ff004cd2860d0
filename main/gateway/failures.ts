import type { ErrorDetails } from '../../contract/errors.ts';
import { fail, type Failure } from '../../contract/result.ts';
import { isEmptyResponse, shortResponse, whyUnreachable } from '../../contract/text/failure.ts';
import { answerText, keptText } from './network/answer-text.ts';
import type { Effect, GatewayErrorCode } from './decide.ts';
import type { ReadProblems } from './readers/errors.ts';
import type { HttpAnswer } from './network/transport.ts';

/** The subject of an error, as text for a message, and the details that name it. */
export type Subject = {
  readonly words: string;
  readonly details: ErrorDetails;
  /** A failed read says nothing about its subject, so the message is about the read. */
  readonly effect: Effect;
  /** What a 410 says is not known, where that is not all of the subject. */
  readonly entity?: string;
  /** The verb of the failed read; defaults to `read`. */
  readonly verb?: 'read' | 'ask about' | 'get';
};

/** The response, if any; `secrets` are removed from its text before anything is parsed from it. */
type Found = {
  readonly answer: HttpAnswer | null;
  readonly cause: string | null;
  readonly secrets: readonly string[];
  readonly readErrors: ReadProblems;
};

/** The error for one code, with the answer's status, its text and, field by field, its complaints. */
export function failureOf(code: GatewayErrorCode, subject: Subject, found: Found): Failure {
  const details = { ...subject.details, ...answerDetails(found) };
  const answered = details.status === undefined ? '' : ` (status ${details.status})`;
  const words =
    subject.effect === 'read'
      ? `${readMessage(code, subject, answered, details)}${whereReasons(code, details)}`
      : changeMessage(code, subject, answered, details);
  return fail(code, words, details);
}

/** Status, text, complaints and cause of the response. */
export function answerDetails({ answer, cause, secrets, readErrors }: Found): ErrorDetails {
  const causeDetail = cause === null ? {} : { cause };
  if (answer === null) return causeDetail;
  const text = answerText(answer.body, secrets);
  const isComplaint = answer.status >= 400 && answer.status <= 499;
  return {
    status: answer.status,
    ...(text === '' ? {} : { raw: keptText(text) }),
    ...(isComplaint ? readErrors(text) : {}),
    ...causeDetail,
  };
}

function readMessage(
  code: GatewayErrorCode,
  subject: Subject,
  answered: string,
  { cause }: ErrorDetails,
): string {
  const about = subject.words;
  const failed = couldNot(subject);
  switch (code) {
    case 'gatewayInputInvalid':
      return `${failed}: the gateway found the request invalid${answered}.`;
    case 'gatewayUnauthenticated':
      return `${failed}: the gateway did not accept the access token, not even a new one${answered}. Check the merchant code and that the public key is registered with the gateway.`;
    case 'gatewayForbidden':
      return `${failed}: the gateway does not permit it for this merchant${answered}. Ask the gateway's operator to allow it.`;
    case 'gatewayVersionUnsupported':
      return `${failed}: the gateway does not know the interface version or the address${answered}. Check the gateway address of the profile.`;
    case 'gatewayRefused':
      return `The gateway rejected the request for ${about} by its business rules${answered}.`;
    case 'gatewayNotFound':
      return notKnown(subject, answered);
    case 'gatewayBusy':
      return `${failed}: the gateway is too busy. Try again in a few minutes.`;
    case 'gatewayServerError':
      return `${failed}: the gateway failed while answering${answered}. Try again in a few minutes.`;
    case 'gatewayDuplicate':
    case 'gatewayStatusUnexpected':
      return `${failed}: the gateway answered with a status that its interface does not define for this${answered}. Check that the gateway address of the profile leads to the gateway itself.`;
    case 'gatewayUnreachable':
      return `${failed}: the gateway could not be reached${whyUnreachable(cause, ', then try again')}`;
    case 'gatewayNoAnswer':
      return `${failed}: the gateway gave no usable answer. Try again in a moment.`;
    case 'gatewayAnswerUnreadable':
      return `The gateway response about ${about} could not be read${answered}. Show the raw response to the gateway's operator.`;
  }
}

/** The reasons for the refusal of a query: where they are, or the response in which none was recognised. */
function whereReasons(code: GatewayErrorCode, { problems = [], raw = '' }: ErrorDetails): string {
  if (code !== 'gatewayInputInvalid' && code !== 'gatewayRefused') return '';
  if (problems.length > 0) return ' Its reasons are listed with this error.';
  return isEmptyResponse(raw) ? ' It gave no reasons.' : ` Gateway response: ${shortResponse(raw)}`;
}

function notKnown({ words, entity = words }: Subject, answered: string): string {
  return `The gateway does not know ${entity}${answered}.`;
}

function couldNot({ verb = 'read', words }: Subject): string {
  return `Could not ${verb} ${words}`;
}

function changeMessage(
  code: GatewayErrorCode,
  subject: Subject,
  answered: string,
  { cause }: ErrorDetails,
): string {
  const about = subject.words;
  switch (code) {
    case 'gatewayInputInvalid':
      return `The gateway could not accept ${about}: some of its data is missing or wrong${answered}. Correct the fields that it names, then try again.`;
    case 'gatewayUnauthenticated':
      return `The gateway rejected the access token, and a new one too${answered}. Check the merchant code and that the public key is registered with the gateway.`;
    case 'gatewayForbidden':
      return `The gateway does not permit ${about} for this merchant${answered}. Ask the gateway's operator to allow it.`;
    case 'gatewayVersionUnsupported':
      return `The gateway does not know the interface version or the address used for ${about}${answered}. Check the gateway address of the profile.`;
    case 'gatewayRefused':
      return `The gateway refused ${about} by its business rules${answered}. Correct the data, then try again.`;
    case 'gatewayDuplicate':
      return `The gateway has already accepted ${about}${answered}; it was not accepted a second time.`;
    case 'gatewayNotFound':
      return notKnown(subject, answered);
    case 'gatewayBusy':
      return `The gateway is too busy for ${about} and has not processed it. Try again in a few minutes.`;
    case 'gatewayServerError':
      return `The gateway failed while handling ${about}${answered}. It may or may not have taken effect: ask the gateway for its state before sending it again.`;
    case 'gatewayStatusUnexpected':
      return `The gateway answered for ${about} with a status that its interface does not define for this${answered}. It may or may not have taken effect: check that the gateway address of the profile leads to the gateway itself, and ask the gateway for its state before sending it again.`;
    case 'gatewayUnreachable':
      return `The gateway could not be reached for ${about}${whyUnreachable(cause, ', then try again')}`;
    case 'gatewayNoAnswer':
      return `The gateway gave no usable answer for ${about}. It may or may not have taken effect: ask the gateway for its state before sending it again.`;
    case 'gatewayAnswerUnreadable':
      return `The gateway response for ${about} could not be read. Show the raw response to the gateway's operator.`;
  }
}

/**
 * The call was cancelled before its request left, or a query before it was answered. The subject may be a payment that was sent long ago and is only polled, so
 * neither this nor `lineFullFailure` says what was not sent.
 */
export function stoppedFailure(subject: Subject): Failure {
  const message =
    subject.effect === 'read'
      ? `${couldNot(subject)}: stopped before the gateway answered.`
      : `Stopped before the gateway was contacted for ${subject.words}.`;
  return fail('stopped', message, subject.details);
}

/** Too many requests of this program are already waiting. */
export function lineFullFailure(subject: Subject): Failure {
  const message =
    subject.effect === 'read'
      ? `${couldNot(subject)}: too many requests are waiting for their turn. Try again when fewer are under way.`
      : `Too many requests are waiting for their turn. Try ${subject.words} again when fewer are under way.`;
  return fail('gatewayBusy', message, subject.details);
}

/**
 * A failed token request says nothing about the request that it was for, except that it was not sent. So
 * codes that would describe that request, or leave its outcome open, become `gatewayUnreachable`, and the
 * answer is kept apart from any to that request.
 */
export function withoutToken({ error }: Failure, subject: Subject): Failure {
  const { status, raw, ...others } = error.details;
  const details = {
    ...others,
    ...(status === undefined ? {} : { tokenStatus: status }),
    ...(raw === undefined ? {} : { tokenRaw: raw }),
    ...subject.details,
  };
  if (
    !error.code.startsWith('gateway') ||
    error.code === 'gatewayUnauthenticated' ||
    error.code === 'gatewayBusy'
  )
    return fail(error.code, error.message, details);
  const failed =
    subject.effect === 'read'
      ? couldNot(subject)
      : `The gateway returned no access token for ${subject.words}`;
  return fail('gatewayUnreachable', `${failed}. ${error.message}`, details);
}
