import type { HttpOutcome, HttpRequest, Transport } from '../../main/gateway/network/transport.ts';
import type { SandboxGateway, SandboxResponse } from '../../sandbox/index.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How badly the network of one simulation behaves: the share of requests that each thing befalls. */
export type Weather = {
  readonly lostRequest: number;
  readonly lostAnswer: number;
  readonly repeatedRequest: number;
  readonly errorBefore: number;
  readonly errorAfter: number;
  readonly cutBody: number;
  readonly notSent: number;
  readonly longestDelayMs: number;
};

export type Departure = {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array | null;
};

const noAnswerAfterMs = 3000;
const encoder = new TextEncoder();

/**
 * A network in memory between the real gateway client and the sandbox's gateway. It loses, delays, repeats and
 * reorders requests and answers; every departure is told to `onDeparture` before anything else happens to it.
 */
export function createNetwork(parts: {
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
  readonly gateway: SandboxGateway;
  readonly weather: Weather;
  readonly isDown: () => boolean;
  readonly onDeparture: (departure: Departure) => void;
}): Transport {
  const { clock, random, gateway, weather } = parts;
  const delay = (): number => random.below(weather.longestDelayMs + 1);

  const deliver = ({ method, url, headers, body }: HttpRequest): SandboxResponse => {
    const { pathname, search } = new URL(url);
    const lowerCase = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return gateway.handle({
      method,
      path: `${pathname}${search}`,
      headers: lowerCase,
      body: body ?? new Uint8Array(),
    });
  };

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
    if (request.signal.aborted) return { kind: 'notSent', cause: 'aborted' };
    if (parts.isDown() || random.chance(weather.notSent)) {
      await clock.sleep(delay());
      return { kind: 'notSent', cause: 'ECONNREFUSED' };
    }
    const { pathname } = new URL(request.url);
    request.onDeparture();
    parts.onDeparture({ at: clock.now(), method: request.method, path: pathname, body: request.body });
    if (random.chance(weather.lostRequest)) return silence('ECONNRESET');
    if (random.chance(weather.errorBefore)) {
      await clock.sleep(delay());
      return error(random.pick([500, 502, 503]));
    }
    // The same request arrives a second time, at some other moment: a proxy was too eager.
    if (random.chance(weather.repeatedRequest)) void clock.sleep(delay() * 3).then(() => deliver(request));
    await clock.sleep(delay());
    const response = deliver(request);
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
