import type { HttpOutcome, HttpRequest, Transport } from '../../main/gateway/network/transport.ts';
import type { Answer, Request } from '../book/book.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How badly the network of one simulation behaves: the share of requests that each thing befalls. */
export type Weather = {
  readonly lostRequest: number;
  readonly lostAnswer: number;
  /** A proxy sends the request a second time, some time later. */
  readonly repeatedRequest: number;
  /** A proxy sends the request twice at once, and passes on 409 where the second answer is that. */
  readonly eagerProxy?: number;
  readonly errorBefore: number;
  readonly errorAfter: number;
  readonly cutBody: number;
  readonly notSent: number;
  readonly longestDelayMs: number;
};

export const fairWeather: Weather = {
  lostRequest: 0,
  lostAnswer: 0,
  repeatedRequest: 0,
  errorBefore: 0,
  errorAfter: 0,
  cutBody: 0,
  notSent: 0,
  longestDelayMs: 0,
};

/** A request on its way to the gateway at this host. */
export type SentRequest = Request & { readonly host: string };

export type Departure = {
  readonly at: number;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly body: Uint8Array | null;
};

const noAnswerAfterMs = 3000;
const encoder = new TextEncoder();
const nothing = new Uint8Array();

/**
 * A network in memory between the real gateway client and a gateway. It loses, delays, repeats and reorders requests and
 * answers; every departure is told to `onDeparture` before anything else happens to it.
 */
export function createNetwork(parts: {
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
  readonly gateway: { handle(request: SentRequest): Answer };
  /** The name of the computer that it connects. */
  readonly from?: string;
  readonly weather: Weather;
  readonly isDown: () => boolean;
  /** Whether the weather spares this request. */
  readonly isSpared?: (request: SentRequest) => boolean;
  readonly onDeparture: (departure: Departure) => void;
}): Transport {
  const { clock, random, gateway, from = 'computer', isSpared = () => false } = parts;
  const { longestDelayMs } = parts.weather;
  const delay = (): number => random.below(longestDelayMs + 1);

  const requestOf = ({ method, url, headers, body }: HttpRequest): SentRequest => {
    const { host, pathname, search } = new URL(url);
    const lowerCase: Record<string, string> = {};
    for (const name of Object.keys(headers)) lowerCase[name.toLowerCase()] = headers[name] ?? '';
    return { method, host, path: `${pathname}${search}`, headers: lowerCase, body: body ?? nothing, from };
  };

  const deliver = (request: HttpRequest): Answer => gateway.handle(requestOf(request));

  const error = (status: number): HttpOutcome => ({
    kind: 'answered',
    answer: {
      status,
      headers: { date: new Date(clock.now()).toUTCString() },
      body: encoder.encode('{}'),
      isComplete: true,
    },
  });

  const silence = async (cause: string): Promise<HttpOutcome> => {
    await clock.sleep(random.chance(0.5) ? delay() : noAnswerAfterMs);
    return { kind: 'noAnswer', cause };
  };

  async function send(request: HttpRequest): Promise<HttpOutcome> {
    const weather = isSpared(requestOf(request)) ? { ...fairWeather, longestDelayMs } : parts.weather;
    if (request.signal.aborted) return { kind: 'notSent', cause: 'aborted' };
    if (parts.isDown() || random.chance(weather.notSent)) {
      await clock.sleep(delay());
      return { kind: 'notSent', cause: 'ECONNREFUSED' };
    }
    const { host, pathname } = new URL(request.url);
    request.onDeparture();
    const { method, body: sent } = request;
    parts.onDeparture({ at: clock.now(), method, host, path: pathname, body: sent });
    if (random.chance(weather.lostRequest)) return silence('ECONNRESET');
    if (random.chance(weather.errorBefore)) {
      await clock.sleep(delay());
      return error(random.pick([500, 502, 503]));
    }
    if (random.chance(weather.repeatedRequest)) void clock.sleep(delay() * 3).then(() => deliver(request));
    await clock.sleep(delay());
    const first = deliver(request);
    const second = random.chance(weather.eagerProxy ?? 0) ? deliver(request) : first;
    const response = second.status === 409 ? second : first;
    if (response.isDropped === true || random.chance(weather.lostAnswer)) return silence('ECONNRESET');
    await clock.sleep(delay());
    if (random.chance(weather.errorAfter)) return error(random.pick([500, 502, 504]));
    const body = encoder.encode(response.body);
    const isCut = random.chance(weather.cutBody);
    const kept = isCut ? body.slice(0, random.below(body.length)) : body;
    return {
      kind: 'answered',
      answer: { status: response.status, headers: response.headers, body: kept, isComplete: !isCut },
    };
  }

  return { send, close: () => Promise.resolve() };
}
