import { parseExactJson } from '../http/exact-json.ts';
import { type Complaint, readComplaints } from './gateway-answers.ts';

/** Why an operation failed (interface: Errors). `down`: no answer, or none from the gateway itself. */
export type Failure =
  | { readonly kind: 'unauthenticated' | 'forbidden' | 'unknown' | 'duplicate' | 'busy' | 'down' }
  | { readonly kind: 'refused'; readonly complaints: readonly Complaint[] };

/** An answer with its parsed body. `hasRepeated`: an earlier attempt may have taken effect. */
export type Outcome =
  | { readonly ok: true; readonly body: unknown; readonly hasRepeated: boolean }
  | { readonly ok: false; readonly failure: Failure; readonly hasRepeated: boolean };

export type Sender = {
  readonly baseUrl: string;
  /** Waits this many milliseconds. */
  readonly wait: (durationMs: number) => Promise<void>;
};

type GatewayRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  /** JSON text; null for none. */
  readonly body: string | null;
};

const answerLimitMs = 10_000;
const mostAttempts = 4;
const longestPauseMs = 3000;
const firstPauseMs = 150;

type Attempt = { readonly status: number; readonly body: unknown; readonly retryAfterMs: number | null };

/**
 * Sends a request of the interface, and repeats it while the gateway is busy or does not answer. Each operation of the page may be repeated:
 * reading changes nothing, and an order ID is accepted once (interface: Operation rule 1).
 */
export async function send(sender: Sender, request: GatewayRequest): Promise<Outcome> {
  let hasRepeated = false;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(sender, request);
    const isSilent = answer === null || answer.status >= 500;
    if (!isSilent && answer.status !== 429) return { ...outcomeOf(answer), hasRepeated };
    if (attempt === mostAttempts) {
      return { ok: false, failure: { kind: isSilent ? 'down' : 'busy' }, hasRepeated };
    }
    hasRepeated ||= isSilent;
    await sender.wait(answer?.retryAfterMs ?? firstPauseMs * 2 ** attempt);
  }
}

async function attemptOnce(
  { baseUrl }: Sender,
  { method, path, token, body }: GatewayRequest,
): Promise<Attempt | null> {
  try {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'x-api-version': '2',
        authorization: `Bearer ${token}`,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: parseExactJson(text)?.value ?? null,
      retryAfterMs: readRetryAfter(answer.headers.get('retry-after')),
    };
  } catch {
    // Lost in transit, too late or truncated: it contains nothing more to report.
    return null;
  }
}

function outcomeOf({
  status,
  body,
}: Attempt):
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: Failure } {
  if (status >= 200 && status < 300) return { ok: true, body };
  return { ok: false, failure: failureOf(status, body) };
}

function failureOf(status: number, body: unknown): Failure {
  switch (status) {
    case 400:
    case 406:
      return { kind: 'refused', complaints: readComplaints(body) };
    case 401:
      return { kind: 'unauthenticated' };
    case 403:
      return { kind: 'forbidden' };
    case 409:
      return { kind: 'duplicate' };
    case 410:
      return { kind: 'unknown' };
    default:
      return { kind: 'down' };
  }
}

function readRetryAfter(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Math.min(Number(text) * 1000, longestPauseMs) : null;
}
