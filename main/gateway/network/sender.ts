import manifest from '../../../package.json' with { type: 'json' };
import type { Clock, GatewayProfile, Keys, Random } from '../../core/ports/index.ts';
import { normalBaseUrl } from '../../../contract/profile.ts';
import type { GatewayClock } from '../rate/gateway-clock.ts';
import type { Limiter } from '../rate/limiter.ts';
import type { Slot } from '../rate/slot.ts';
import { defaultPauseMs, retryAfterMs } from './retry-after.ts';
import type { HttpOutcome, HttpRequest, Transport } from './transport.ts';

export type SenderDependencies = {
  readonly profile: GatewayProfile;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: Transport;
  readonly traffic: Traffic;
  /** Called with the milliseconds for which all of this merchant waits after a 429. */
  readonly onBusy: (waitMs: number) => void;
};

/** State shared by all clients of one merchant at one address: the limit, the gateway's clock, and how often it was too busy. */
export type Traffic = {
  readonly limiter: Limiter;
  readonly gatewayClock: GatewayClock;
  busyRepetitions: number;
};

type Departure = Pick<HttpRequest, 'method' | 'headers' | 'body' | 'signal'> & {
  /** Path and query, to be appended to the gateway address. */
  readonly path: string;
};

/** Sends single requests in slots already granted. */
export interface Sender {
  readonly dependencies: SenderDependencies;
  send(departure: Departure, slot: Slot): Promise<HttpOutcome>;
}

const longestJitterMs = 250;
/** From here on a proxy may answer before the request has reached the gateway. */
const firstProxyStatus = 500;

export function createSender(dependencies: SenderDependencies): Sender {
  const { profile, clock, random, transport, traffic, onBusy } = dependencies;
  const baseUrl = normalBaseUrl(profile.baseUrl);

  async function send(departure: Departure, slot: Slot): Promise<HttpOutcome> {
    try {
      const outcome = await transport.send({
        method: departure.method,
        url: `${baseUrl}${departure.path}`,
        headers: { ...commonHeaders, ...departure.headers },
        body: departure.body,
        signal: departure.signal,
        onDeparture: slot.departed,
      });
      // A request that may have left counts, even if its departure was not reported.
      if (outcome.kind !== 'notSent') slot.departed();
      if (outcome.kind === 'answered') {
        if (outcome.answer.status < firstProxyStatus) slot.answered();
        noteAnswer(outcome.answer);
      }
      return outcome;
    } finally {
      slot.release();
    }
  }

  /** Pauses everything of this merchant after a 429; a second one during the pause does not extend it. */
  function noteAnswer(answer: { status: number; headers: Record<string, string> }): void {
    const { limiter, gatewayClock } = traffic;
    gatewayClock.hear(answer.headers['date']);
    const isPaused = limiter.isPaused();
    if (answer.status !== 429) {
      if (!isPaused) traffic.busyRepetitions = 0;
      return;
    }
    const asked = retryAfterMs(answer.headers, clock.now());
    if (!isPaused) traffic.busyRepetitions += 1;
    else if (asked === null) return;
    const jitterMs = random.fraction() * longestJitterMs;
    const waitMs = asked ?? defaultPauseMs(traffic.busyRepetitions) + jitterMs;
    limiter.pause(waitMs);
    limiter.widenMargin();
    onBusy(waitMs);
  }

  return { dependencies, send };
}

/**
 * Interface: Endpoints, common rules, and Versioning: the major version only. Without `Accept-Encoding` a server may compress its
 * response (RFC 9110, 12.5.3), which could not be read. A firewall in front of a gateway may refuse a request that names no program.
 */
const commonHeaders = {
  'X-API-Version': '2',
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'Accept-Encoding': 'identity',
  'User-Agent': `Bursar/${manifest.version}`,
};
