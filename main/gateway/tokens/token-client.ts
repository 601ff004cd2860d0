import type { AppError } from '../../../contract/errors.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { clockDifferenceText } from '../../../contract/text/clock.ts';
import { answerText } from '../network/answer-text.ts';
import { clockDifference, isOtherDifference } from './clock-difference.ts';
import { codeOfStatus } from '../decide.ts';
import { answerDetails, failureOf, type Subject } from '../failures.ts';
import type { Slot } from '../rate/slot.ts';
import { readProblems } from '../readers/errors.ts';
import { readToken } from '../readers/token-answer.ts';
import type { Sender } from '../network/sender.ts';
import { makeTokenRequest, type TokenPurpose } from './token-request.ts';
import type { HttpAnswer } from '../network/transport.ts';

/**
 * The result of one token request. `again`: worth another request, with its own slot, for this reason; with
 * the failure to return after enough of them.
 */
export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'again'; readonly reason: 'busy' | 'clock' | 'noAnswer'; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface TokenClient {
  request(purpose: TokenPurpose, validitySeconds: number, slot: Slot): Promise<TokenOutcome>;
  /** Seconds by which the gateway's clock is ahead, once a request with the corrected time has been accepted. */
  clockDifferenceSeconds(): number | null;
}

/** Signing takes milliseconds, unless a person has to unlock the keychain first. */
const longestSigningMs = 5000;

export const tokenSubject: Subject = { words: 'an access token', details: {}, effect: 'read', verb: 'get' };

/** Token requests of one merchant (interface: Authentication), with the clock difference applied. */
export function createTokenClient(
  sender: Sender,
  signal: AbortSignal,
  report: (error: AppError) => void,
): TokenClient {
  const { keys, clock, profile } = sender.dependencies;
  let difference = 0;
  let isConfirmed = false;

  async function request(purpose: TokenPurpose, validitySeconds: number, slot: Slot): Promise<TokenOutcome> {
    try {
      return await signAndSend(purpose, validitySeconds, slot);
    } finally {
      slot.release();
    }
  }

  async function signAndSend(
    purpose: TokenPurpose,
    validitySeconds: number,
    slot: Slot,
  ): Promise<TokenOutcome> {
    const countedIn = difference;
    const sign = () => {
      const timestampSeconds = Math.floor(clock.now() / 1000) + countedIn;
      return makeTokenRequest(purpose, profile, keys, { timestampSeconds, validitySeconds });
    };
    const begunAt = clock.now();
    let made = await sign();
    // A person may have unlocked the keychain meanwhile: the gateway refuses a time that has passed.
    if (made.ok && clock.now() - begunAt > longestSigningMs) made = await sign();
    if (!made.ok) return { kind: 'failed', failure: made };
    const { path, headers, body, secrets } = made.value;
    const outcome = await sender.send({ method: 'POST', path, headers, body, signal }, slot);
    if (outcome.kind !== 'answered') {
      const code = outcome.kind === 'notSent' ? 'gatewayUnreachable' : 'gatewayNoAnswer';
      const found = { answer: null, cause: outcome.cause, secrets, readErrors: readProblems };
      const failure = failureOf(code, tokenSubject, found);
      return outcome.kind === 'notSent'
        ? { kind: 'failed', failure }
        : { kind: 'again', reason: 'noAnswer', failure };
    }
    return judge(outcome.answer, secrets, countedIn);
  }

  function judge(answer: HttpAnswer, secrets: readonly string[], countedIn: number): TokenOutcome {
    const { status } = answer;
    if (status <= 299) return accept(answer);
    const code = codeOfStatus(status);
    if (
      status === 400 ||
      status === 401 ||
      status === 403 ||
      (status === 406 && isAtOtherTime(answer, countedIn))
    )
      return refuse(answer, secrets, countedIn);
    const found = { answer, cause: null, secrets, readErrors: readProblems };
    const failure = failureOf(code, tokenSubject, found);
    if (code === 'gatewayBusy') return { kind: 'again', reason: 'busy', failure };
    return code === 'gatewayNoAnswer' || code === 'gatewayServerError'
      ? { kind: 'again', reason: 'noAnswer', failure }
      : { kind: 'failed', failure };
  }

  /** Whether the time of a request, among what a gateway validates, was wrong by the gateway's clock. */
  function isAtOtherTime({ headers }: HttpAnswer, countedIn: number): boolean {
    return isOtherDifference(clockDifference(headers['date'], clock.now()), countedIn);
  }

  function accept({ status, body, isComplete }: HttpAnswer): TokenOutcome {
    const token = isComplete ? readToken(answerText(body, [])) : null;
    if (token === null) {
      const why = isComplete ? '' : ', because it was cut off or too long';
      // The answer may contain a token in some other shape, so none of it is shown.
      const words = `The gateway response to the token request had no usable token${why}. Check that the gateway address of the profile leads to the gateway itself.`;
      const failure = fail('gatewayAnswerUnreadable', words, { status });
      return isComplete ? { kind: 'failed', failure } : { kind: 'again', reason: 'noAnswer', failure };
    }
    if (difference !== 0 && !isConfirmed) report(clockWarning(difference));
    isConfirmed = true;
    return { kind: 'token', token };
  }

  /** `countedIn`: the difference that the request was signed with. A concurrent request may have found the right one since. */
  function refuse(answer: HttpAnswer, secrets: readonly string[], countedIn: number): TokenOutcome {
    const found = clockDifference(answer.headers['date'], clock.now());
    const isOther = isOtherDifference(found, countedIn);
    if (isOther && isOtherDifference(found, difference)) {
      difference = found;
      isConfirmed = false;
    }
    const details = {
      ...answerDetails({ answer, cause: null, secrets, readErrors: readProblems }),
      ...(difference === 0 ? {} : { clockDifferenceSeconds: difference }),
    };
    if (!isOther && profile.authentication === 'signature') keys.doubt(profile.keyId);
    const words = refusalText(answer.status, profile.authentication === 'secret', difference);
    const failure = fail('gatewayUnauthenticated', words, details);
    return isOther ? { kind: 'again', reason: 'clock', failure } : { kind: 'failed', failure };
  }

  return {
    request,
    clockDifferenceSeconds: () => (isConfirmed && difference !== 0 ? difference : null),
  };
}

/** The fields of a token request that say what the token is for, and not who asks for it. */
const askedField = /^\W*(?:(?:body|request)\W+)?(?:validitySecs|operations|action|idPayment|money)\b/i;

/**
 * A refused token for others as an input error, if the gateway found something wrong with what was asked for, which a person chose, such
 * as its validity; otherwise, and if the time of the request was wrong, unchanged.
 */
export function inputErrorIn(failure: Failure): Failure {
  const { status, problems = [], clockDifferenceSeconds } = failure.error.details;
  const isAsked = problems.some(({ field = '' }) => askedField.test(field));
  if (status !== 400 || clockDifferenceSeconds !== undefined || !isAsked) return failure;
  const words =
    'The gateway found the request for an access token invalid (status 400). Its reasons are listed with this error.';
  return fail('gatewayInputInvalid', words, failure.error.details);
}

function refusalText(status: number, isSecret: boolean, difference: number): string {
  const proof = isSecret
    ? 'that the stored secret is the current one'
    : 'that the public key of this profile is registered with the gateway';
  const clock = difference === 0 ? '' : ` ${clockDifferenceText(difference)}`;
  return `The gateway refused the request for an access token (status ${status}). Check the merchant code and ${proof}.${clock}`;
}

function clockWarning(difference: number): AppError {
  const message = clockDifferenceText(difference);
  return { code: 'gatewayUnauthenticated', message, details: { clockDifferenceSeconds: difference } };
}
