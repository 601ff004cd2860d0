import { fail, succeed, type Result } from '../../contract/result.ts';
import type { Answer, CallOptions, TokenScope } from '../core/ports/index.ts';
import { answerText, keptText } from './network/answer-text.ts';
import { decide, type Progress } from './decide.ts';
import { parseExactJson, type Json } from './exact-json.ts';
import { failureOf, lineFullFailure, stoppedFailure, type Subject } from './failures.ts';
import type { ReadProblems } from './readers/errors.ts';
import type { Sender } from './network/sender.ts';
import { orAborted, withEither } from './rate/signals.ts';
import { inputErrorIn, tokenSubject, type TokenClient } from './tokens/token-client.ts';
import { fullPatience, impatient, type Tokens } from './tokens/tokens.ts';
import type { TokenPurpose } from './tokens/token-request.ts';
import type { HttpAnswer } from './network/transport.ts';

/** One call of an operation, in the form of a table row. */
type Operation<Value> = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: Uint8Array | null;
  readonly scope: TokenScope;
  readonly subject: Subject;
  readonly readErrors: ReadProblems;
} &
  /** Any other status of success may come from a proxy, so it proves nothing. */
  (
    | {
        readonly effect: 'change';
        readonly success: 201 | 204;
        readonly read: (json: Json, now: number) => Value;
      }
    /** Null when nothing is recognised. */
    | { readonly effect: 'read'; readonly read: (json: Json, now: number) => Value | null }
  );

/** How many tokens the gateway may refuse before a call gives up. */
const largestRefusedTokens = 5;

/** The functions that the rows of the table use. */
export interface Caller {
  call<Value>(operation: Operation<Value>, options: CallOptions): Promise<Result<Answer<Value>>>;
  /** Requests a token to give to others, separate from the tokens that calls share. */
  askToken(purpose: TokenPurpose, validitySeconds: number, options: CallOptions): Promise<Result<string>>;
  /** Requests a new token of this scope, to see whether it is granted. */
  checkScope(scope: TokenScope, options: CallOptions): Promise<Result<null>>;
}

/** `closing` aborts everything of this caller. */
export function createCaller(
  sender: Sender,
  tokens: Tokens,
  tokenClient: TokenClient,
  closing: AbortSignal,
): Caller {
  const { traffic, clock } = sender.dependencies;
  const { limiter } = traffic;

  function call<Value>(
    operation: Operation<Value>,
    { priority, signal: outer, onDeparture = () => true }: CallOptions,
  ): Promise<Result<Answer<Value>>> {
    return withEither(closing, outer, async (signal) => {
      let hasLeft = false;
      const onLeft = (): void => {
        hasLeft = true;
      };
      const result = await run(operation, { priority, signal, onDeparture }, onLeft);
      if (result.ok || hasLeft || operation.effect === 'read') return result;
      const { code, message, details } = result.error;
      return fail(code, message, { ...details, neverLeft: true });
    });
  }

  async function run<Value>(
    operation: Operation<Value>,
    { priority, signal, onDeparture }: Required<CallOptions>,
    onLeft: () => void,
  ): Promise<Result<Answer<Value>>> {
    const { subject, effect, scope, readErrors } = operation;
    const success = operation.effect === 'change' ? operation.success : null;
    const patience = fullPatience();
    let progress: Progress = { busyAnswers: 0, hasRenewedToken: false, hasRepeated: false };
    let refusedTokens = 0;
    for (let isFirst = false; ; isFirst = true) {
      const ready = await tokens.ready({ subject, scope, priority, signal, isFirst, patience });
      if (!ready.ok) return ready;
      const { token, slot, isNew } = ready.value;
      // A cached token may expire while the call waits; only a token requested just now proves that the merchant is refused.
      const hasRenewedToken = refusedTokens > 0 && (isNew || refusedTokens >= largestRefusedTokens);
      progress = { ...progress, hasRenewedToken };
      const headers = { Authorization: `Bearer ${token}` };
      // A request that may take effect is not aborted once it is in transit: its answer is worth waiting for.
      const lifetime = effect === 'change' ? closing : signal;
      if (!onDeparture()) {
        slot.release();
        return stoppedFailure(subject);
      }
      const outcome = await sender.send({ ...departureOf(operation), headers, signal: lifetime }, slot);
      if (outcome.kind !== 'notSent') onLeft();
      const mayRepeat = priority === 'interactive';
      const decision = decide(outcome, { effect, success, mayRepeat, isAborted: signal.aborted, progress });
      switch (decision.kind) {
        case 'take':
          return takeValue(operation, decision.answer, token, traffic.gatewayClock.now() ?? clock.now());
        case 'renewToken':
          tokens.forget(scope, token);
          refusedTokens += 1;
          break;
        case 'waitAndGoOn':
          progress = { ...progress, busyAnswers: progress.busyAnswers + 1 };
          break;
        case 'repeat':
          progress = { ...progress, hasRepeated: true };
          break;
        case 'stop':
          return stoppedFailure(subject);
        case 'fail':
          return failureOf(decision.code, subject, { ...decision, secrets: [token], readErrors });
      }
    }
  }

  function askToken(
    purpose: TokenPurpose,
    validitySeconds: number,
    { priority, signal: outer }: CallOptions,
  ): Promise<Result<string>> {
    const patience = fullPatience();
    return withEither(closing, outer, async (signal) => {
      for (let isFirst = false; ; isFirst = true) {
        const turn = await limiter.acquire({ priority, signal, count: () => 1, isFirst });
        if (turn.kind === 'aborted') return stoppedFailure(tokenSubject);
        const [slot] = turn.kind === 'granted' ? turn.slots : [];
        if (slot === undefined) return lineFullFailure(tokenSubject);
        const outcome = await orAborted(tokenClient.request(purpose, validitySeconds, slot), signal);
        if (outcome === null) return stoppedFailure(tokenSubject);
        if (outcome.kind === 'token') return succeed(outcome.token);
        const failure = impatient(outcome, patience);
        if (failure !== null) return inputErrorIn(failure);
      }
    });
  }

  function checkScope(scope: TokenScope, { priority, signal: outer }: CallOptions): Promise<Result<null>> {
    const patience = fullPatience();
    return withEither(closing, outer, (signal) =>
      tokens.renew({ subject: tokenSubject, scope, priority, signal, isFirst: false, patience }),
    );
  }

  return { call, askToken, checkScope };
}

function departureOf({ method, path, body }: Operation<unknown>) {
  return { method, path, body };
}

/** The value of an accepted request. For a change the status decides, whatever its body holds. `now`: by the gateway's clock if known. */
function takeValue<Value>(
  operation: Operation<Value>,
  answer: HttpAnswer,
  token: string,
  now: number,
): Result<Answer<Value>> {
  const text = answerText(answer.body, [token]);
  const { status } = answer;
  const json = parseExactJson(text);
  if (operation.effect === 'change')
    return succeed({ value: operation.read(json ?? null, now), status, raw: keptText(text) });
  const value = json === undefined ? null : operation.read(json, now);
  if (value !== null) return succeed({ value, status, raw: keptText(text) });
  const { subject, readErrors } = operation;
  return failureOf('gatewayAnswerUnreadable', subject, { answer, cause: null, secrets: [token], readErrors });
}
