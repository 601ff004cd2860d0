import type { Dispatcher } from 'undici';
import { isAllowedAddress } from '../../../contract/profile.ts';
import type * as Network from './dispatchers.ts';
import type { DispatcherOptions } from './dispatchers.ts';
import { causeOf, startExchange } from './exchange.ts';
import type { HttpOutcome, HttpRequest, Transport } from './transport.ts';

/** All in milliseconds and bytes; each has a default. */
export type HttpTransportOptions = Partial<
  DispatcherOptions & { wholeTimeoutMs: number; largestAnswerBytes: number }
>;

const defaults = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 30_000,
  wholeTimeoutMs: 60_000,
  largestAnswerBytes: 8 * 1024 * 1024,
  largestConnections: 64,
  certificateAuthorities: [],
};
const largestOrigins = 32;

/**
 * The real network, through undici: kept-alive connections for each origin, time limits, the system's and the bundled certificate
 * authorities, and the proxy of the environment. Only `https`, or `http` for loopback.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const settings = { ...defaults, environment: process.env, ...options };
  const dispatchers = new Map<string, Dispatcher>();
  let isClosed = false;
  /** undici is loaded with the first request, because most commands send none. */
  let network: typeof Network | null = null;

  function dispatcherFor(url: URL, { createDispatcher }: typeof Network): Dispatcher {
    const known = dispatchers.get(url.origin);
    if (known !== undefined) return known;
    const [oldest] = dispatchers;
    if (dispatchers.size >= largestOrigins && oldest !== undefined) {
      dispatchers.delete(oldest[0]);
      void oldest[1].close();
    }
    const created = createDispatcher(new URL(url.origin), settings);
    dispatchers.set(url.origin, created);
    return created;
  }

  async function send(request: HttpRequest): Promise<HttpOutcome> {
    if (!URL.canParse(request.url)) return { kind: 'notSent', cause: 'address unreadable' };
    const url = new URL(request.url);
    if (!isAllowedAddress(url)) return { kind: 'notSent', cause: 'address neither https nor loopback' };
    try {
      network ??= await import('./dispatchers.ts');
    } catch {
      return { kind: 'notSent', cause: 'network library missing' };
    }
    if (isClosed) return { kind: 'notSent', cause: 'closed' };
    if (request.signal.aborted) return { kind: 'notSent', cause: 'aborted' };
    const exchange = startExchange(request, settings);
    try {
      dispatcherFor(url, network).dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers: request.headers,
          body: request.body,
        },
        exchange.handler,
      );
    } catch (error) {
      exchange.refuse(causeOf(error));
    }
    return exchange.outcome;
  }

  async function close(): Promise<void> {
    isClosed = true;
    const open = [...dispatchers.values()];
    dispatchers.clear();
    await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
  }

  return { send, close };
}
