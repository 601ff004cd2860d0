import type { Gateway, GatewayProfile, Report } from '../core/ports/index.ts';
import { normalBaseUrl } from '../../contract/profile.ts';
import { createCaller } from './caller.ts';
import { createLimiter, marginMs, windowMs } from './rate/limiter.ts';
import { gatewayOperations } from './operations.ts';
import { createGatewayClock } from './rate/gateway-clock.ts';
import { createSender, type SenderDependencies, type Traffic } from './network/sender.ts';
import { allowManyListeners } from './rate/signals.ts';
import { steadyTime } from './rate/steady-time.ts';
import { readProblems } from './readers/errors.ts';
import { createTokenClient } from './tokens/token-client.ts';
import { createTokens } from './tokens/tokens.ts';

export { createHttpTransport } from './network/http-transport.ts';
export type { HttpTransportOptions } from './network/http-transport.ts';
export { encodePaymentBody, encodePayoutBody } from './payment-body.ts';
export type { Transport } from './network/transport.ts';

export type GatewayDependencies = Pick<SenderDependencies, 'keys' | 'clock' | 'random' | 'transport'> & {
  /** The most requests in any second for one merchant, 2 or more; 10 by default; null disables the limit. */
  readonly requestsPerSecond?: number | null;
  /**
   * Milliseconds on a monotonic clock, such as `performance.now`; by default `clock.now`. With a
   * clock that is set forward while requests leave, the limit could be exceeded once.
   */
  readonly monotonicNow?: () => number;
  /**
   * When, in milliseconds since 1970, an earlier process of this merchant may last have sent something. Its requests count too
   * (invariant I7), so nothing leaves until a second after that. If omitted, there was none.
   */
  readonly lastUseAt?: number;
  /** Called when the clock was found to be off by seconds, after correcting for it. */
  readonly report?: Report;
};

const requestsPerSecondDefault = 10;

/** The gateway (interface: the whole). Clients of the same merchant at the same address share one rate limit. */
export function createGateway(dependencies: GatewayDependencies): Gateway {
  const { keys, clock, random, transport } = dependencies;
  const { requestsPerSecond = requestsPerSecondDefault, lastUseAt = 0, report = () => {} } = dependencies;
  const time = steadyTime(dependencies.monotonicNow ?? (() => clock.now()));
  const trafficOf = new Map<string, Traffic>();
  /** Nothing leaves until then; by the clock at startup, which may be set before the first request. */
  const begunAt = time() + Math.min(windowMs, lastUseAt - clock.now()) + windowMs + marginMs;

  function sharedTraffic(profile: GatewayProfile): Traffic {
    const key = JSON.stringify([normalBaseUrl(profile.baseUrl), profile.merchantCode]);
    const known = trafficOf.get(key);
    if (known !== undefined) return known;
    const limiter = createLimiter({ clock, time, requestsPerSecond });
    if (requestsPerSecond !== null) limiter.pause(begunAt - time());
    const created = {
      limiter,
      gatewayClock: createGatewayClock(time, () => clock.now()),
      busyRepetitions: 0,
    };
    trafficOf.set(key, created);
    return created;
  }

  return {
    client(profile, onBusy = () => {}) {
      const closing = new AbortController();
      allowManyListeners(closing.signal);
      const traffic = sharedTraffic(profile);
      const sender = createSender({ profile, keys, clock, random, transport, traffic, onBusy });
      const tokenClient = createTokenClient(sender, closing.signal, report);
      const tokens = createTokens(traffic.limiter, tokenClient, time);
      const caller = createCaller(sender, tokens, tokenClient, closing.signal);
      return {
        call: (operation, input, options) => gatewayOperations[operation](caller, input, options),
        clockDifferenceSeconds: () => tokenClient.clockDifferenceSeconds(),
        gatewayNow: () => traffic.gatewayClock.now(),
        complaintsIn: (answer) => readProblems(answer).problems ?? [],
        async close() {
          closing.abort();
          tokens.clear();
        },
      };
    },
  };
}
