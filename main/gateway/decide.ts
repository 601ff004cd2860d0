import type { ErrorCode } from '../../contract/errors.ts';
import type { HttpAnswer, HttpOutcome } from './network/transport.ts';

/** The codes for an answer, or for a missing one. */
export type GatewayErrorCode = Extract<ErrorCode, `gateway${string}`>;

/** `read` changes nothing and needs a readable body; `change` may have taken effect once it has left, and its status alone decides. */
export type Effect = 'read' | 'change';

/** What has already been tried for one call. */
export type Progress = {
  readonly busyAnswers: number;
  readonly hasRenewedToken: boolean;
  readonly hasRepeated: boolean;
};

type Decision =
  | { readonly kind: 'take'; readonly answer: HttpAnswer }
  | { readonly kind: 'renewToken' }
  | { readonly kind: 'waitAndGoOn'; readonly answer: HttpAnswer }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'stop' }
  | {
      readonly kind: 'fail';
      readonly code: GatewayErrorCode;
      readonly answer: HttpAnswer | null;
      readonly cause: string | null;
    };

/**
 * Consecutive 429 answers after which a call gives up: a query after about two minutes of the usual pauses, since it can be sent again;
 * a request that may take effect later, since it is in doubt by then.
 */
export const largestBusyAnswers = { read: 10, change: 20 } as const;

/**
 * What to do after one request of a call. `mayRepeat`: a person waits for a read, so it may be sent once more
 * after no answer; a request that changes something is never sent again from here, since only the engine
 * can ask first what became of it. `isAborted`: the caller no longer wants it.
 */
export function decide(
  outcome: HttpOutcome,
  call: {
    readonly effect: Effect;
    /** The status of success; null: any 2xx. */
    readonly success: number | null;
    readonly mayRepeat: boolean;
    readonly isAborted: boolean;
    readonly progress: Progress;
  },
): Decision {
  const mayRepeat = call.effect === 'read' && call.mayRepeat && !call.progress.hasRepeated && !call.isAborted;
  // A question that was cut off says nothing of the gateway; what may take effect is not cut off, and its silence counts.
  if (call.isAborted && call.effect === 'read' && !isWhole(outcome)) return { kind: 'stop' };
  switch (outcome.kind) {
    case 'notSent':
      if (call.isAborted) return { kind: 'stop' };
      return { kind: 'fail', code: 'gatewayUnreachable', answer: null, cause: outcome.cause };
    case 'noAnswer':
      if (mayRepeat) return { kind: 'repeat' };
      return { kind: 'fail', code: 'gatewayNoAnswer', answer: null, cause: outcome.cause };
    case 'answered':
      return decideByStatus(outcome.answer, call, mayRepeat);
  }
}

function isWhole(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answered' && outcome.answer.isComplete;
}

function decideByStatus(
  answer: HttpAnswer,
  { effect, success, progress }: Pick<Parameters<typeof decide>[1], 'effect' | 'success' | 'progress'>,
  mayRepeat: boolean,
): Decision {
  const { status } = answer;
  if (success === null ? status >= 200 && status <= 299 : status === success) {
    if (effect === 'change' || answer.isComplete) return { kind: 'take', answer };
    return { kind: 'fail', code: 'gatewayAnswerUnreadable', answer, cause: 'answer cut off' };
  }
  if (status === 401 && !progress.hasRenewedToken) return { kind: 'renewToken' };
  if (status === 429 && progress.busyAnswers + 1 < largestBusyAnswers[effect])
    return { kind: 'waitAndGoOn', answer };
  // The interface defines 409 for a create: to a query it does not say that the gateway has the order ID.
  const isStray = effect === 'read' && status === 409;
  const code = isStray ? 'gatewayStatusUnexpected' : codeOfStatus(status);
  if (code === 'gatewayNoAnswer' && mayRepeat) return { kind: 'repeat' };
  return { kind: 'fail', code, answer, cause: null };
}

/** One code for each error status (interface: Errors). 408 and 425 mean that the request was not answered. */
export function codeOfStatus(status: number): GatewayErrorCode {
  switch (status) {
    case 400:
      return 'gatewayInputInvalid';
    case 401:
      return 'gatewayUnauthenticated';
    case 403:
      return 'gatewayForbidden';
    case 404:
      return 'gatewayVersionUnsupported';
    case 406:
      return 'gatewayRefused';
    case 408:
    case 425:
      return 'gatewayNoAnswer';
    case 409:
      return 'gatewayDuplicate';
    case 410:
      return 'gatewayNotFound';
    case 429:
      return 'gatewayBusy';
    default:
      return status >= 500 && status <= 599 ? 'gatewayServerError' : 'gatewayStatusUnexpected';
  }
}
