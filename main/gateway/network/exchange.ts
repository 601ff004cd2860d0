import type { Dispatcher } from 'undici';
import type { HttpOutcome, HttpRequest } from './transport.ts';

type ExchangeLimits = { readonly wholeTimeoutMs: number; readonly largestAnswerBytes: number };

type Headers = Record<string, string | string[] | undefined>;

/** One request and its answer, as undici's handler. `outcome` settles once and never rejects. */
type Exchange = {
  readonly handler: Dispatcher.DispatchHandler;
  readonly outcome: Promise<HttpOutcome>;
  /** Ends the exchange before undici took the request. */
  refuse(cause: string): void;
};

/** A short code for a network error: its own code or name, never its text, which may contain addresses. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && code !== '' ? code : error.name;
}

/**
 * Follows one request. It counts as left from the moment undici is about to write it, and its departure is
 * reported right after the bytes have been handed to the socket.
 */
export function startExchange(request: HttpRequest, limits: ExchangeLimits): Exchange {
  const { promise, resolve } = Promise.withResolvers<HttpOutcome>();
  /** Joined as they arrive: pieces of one byte each, kept apart, would take a hundred times the memory of the body. */
  let body = Buffer.alloc(0);
  let controller: Dispatcher.DispatchController | null = null;
  let head: { status: number; headers: Record<string, string> } | null = null;
  let bytesReceived = 0;
  let hasDeparted = false;
  let isSettled = false;

  const settle = (outcome: HttpOutcome): void => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(wholeTimer);
    request.signal.removeEventListener('abort', onAbort);
    if (outcome.kind !== 'notSent') depart();
    resolve(outcome);
  };
  const depart = (): void => {
    if (hasDeparted) return;
    hasDeparted = true;
    request.onDeparture();
  };
  const settleAnswer = (isComplete: boolean): void => {
    if (head !== null)
      settle({ kind: 'answered', answer: { ...head, body: body.subarray(0, bytesReceived), isComplete } });
  };
  const end = (cause: string): void => {
    if (head !== null) settleAnswer(false);
    else settle({ kind: controller === null ? 'notSent' : 'noAnswer', cause });
  };
  const abandon = (cause: string): void => {
    end(cause);
    controller?.abort(new Error(cause));
  };
  const onAbort = (): void => abandon('aborted');
  const wholeTimer = setTimeout(() => abandon('timeout'), limits.wholeTimeoutMs);
  request.signal.addEventListener('abort', onAbort, { once: true });
  if (request.signal.aborted) onAbort();

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // Settled before departure means that it was cancelled while it waited for a connection.
      if (isSettled) started.abort(new Error('aborted'));
      else controller = started;
    },
    onRequestSent() {
      if (!isSettled) depart();
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) head = { status, headers: flatten(headers) };
    },
    onResponseData(current, chunk) {
      const length = bytesReceived + chunk.length;
      if (length > limits.largestAnswerBytes) {
        settleAnswer(false);
        return current.abort(new Error('answer too long'));
      }
      if (length > body.length) body = Buffer.concat([body], Math.max(length, 2 * body.length));
      body.set(chunk, bytesReceived);
      bytesReceived = length;
    },
    onResponseEnd() {
      settleAnswer(true);
    },
    onResponseError(_controller, error) {
      end(causeOf(error));
    },
  };
  return { handler, outcome: promise, refuse: (cause) => end(cause) };
}

function flatten(headers: Headers): Record<string, string> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}
