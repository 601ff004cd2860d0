import type { PaymentKind } from '../../contract/payment.ts';
import type {
  Clock,
  Gateway,
  GatewayClient,
  GatewayProfile,
  Keys,
  Random,
  Report,
} from '../core/ports/index.ts';
import { normalBaseUrl } from './addresses.ts';
import { createCaller } from './caller.ts';
import type { Caller } from './caller.ts';
import { listCodes } from './endpoints/code-lists.ts';
import { readMerchant, readMerchantBalances } from './endpoints/merchant.ts';
import { createToken, createTokenByAction } from './endpoints/auth-tokens.ts';
import {
  availablePayinOptions,
  createPayin,
  readPayin,
  readPayinAccounts,
  setExternalReference,
} from './endpoints/payins.ts';
import { availablePayoutOptions, createPayout, readPayout } from './endpoints/payouts.ts';
import { availableTopUpOptions, createTopUp, readTopUp } from './endpoints/topups.ts';
import { encodeExternalReference } from './payment-body.ts';
import { createGatewayClock } from './gateway-clock.ts';
import { createLimiter, marginMs, windowMs } from './limiter.ts';
import { createSender } from './sender.ts';
import type { Traffic } from './sender.ts';
import { allowManyListeners } from './signals.ts';
import { steadyTime } from './steady-time.ts';
import { createTokenClient } from './token-client.ts';
import type { TokenClient } from './token-client.ts';
import { createTokens } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import type { Transport } from './transport.ts';

export { createHttpTransport } from './http-transport.ts';
export type { HttpTransportOptions } from './http-transport.ts';
export { encodePayinBody, encodePaymentBody, encodePayoutBody, encodeTopUpBody } from './payment-body.ts';
export type { IncomingBody, PayoutBody } from './payment-body.ts';
export type { HttpAnswer, HttpOutcome, HttpRequest, Transport } from './transport.ts';

export type GatewayDependencies = {
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: Transport;
  /** Most requests in any second for one merchant, 2 or more; 10 by default; null switches the limit off. */
  readonly requestsPerSecond?: number | null;
  /**
   * Milliseconds on a clock that nobody can set, such as `performance.now`; by default `clock.now`. With a
   * clock that is set forward while requests leave, the limit could be passed once.
   */
  readonly monotonicNow?: () => number;
  /**
   * When, in milliseconds since 1970, an earlier process of this merchant may last have sent something: what it sent counts too
   * (invariant I7), so nothing leaves until a second after that. Left out: nothing was.
   */
  readonly lastUseAt?: number;
  /** Told of a clock that is off by seconds, once it is corrected for. */
  readonly report?: Report;
};

const requestsPerSecondDefault = 10;

/** The gateway (interface: the whole). Clients of the same merchant at the same address share one rate limit. */
export function createGateway(dependencies: GatewayDependencies): Gateway {
  const { keys, clock, random, transport } = dependencies;
  const { requestsPerSecond = requestsPerSecondDefault, lastUseAt = 0, report = () => {} } = dependencies;
  const time = steadyTime(dependencies.monotonicNow ?? (() => clock.now()));
  const trafficOf = new Map<string, Traffic>();

  function sharedTraffic(profile: GatewayProfile): Traffic {
    const key = JSON.stringify([normalBaseUrl(profile.baseUrl), profile.merchantCode]);
    const known = trafficOf.get(key);
    if (known !== undefined) return known;
    const limiter = createLimiter({ clock, time, requestsPerSecond });
    if (requestsPerSecond !== null)
      limiter.pause(Math.min(windowMs, lastUseAt - clock.now()) + windowMs + marginMs);
    const created = { limiter, gatewayClock: createGatewayClock(time), busyRepetitions: 0 };
    trafficOf.set(key, created);
    return created;
  }

  return {
    client(profile) {
      const closing = new AbortController();
      allowManyListeners(closing.signal);
      const traffic = sharedTraffic(profile);
      const sender = createSender({ profile, keys, clock, random, transport, traffic });
      const tokenClient = createTokenClient(sender, closing.signal, report);
      const tokens = createTokens(traffic.limiter, tokenClient, time);
      const caller = createCaller(sender, tokens, tokenClient, closing.signal);
      return createClient({
        caller,
        tokens,
        tokenClient,
        gatewayNow: () => traffic.gatewayClock.now(),
        closing,
      });
    },
  };
}

function createClient(parts: {
  caller: Caller;
  tokens: Tokens;
  tokenClient: TokenClient;
  gatewayNow: () => number | null;
  closing: AbortController;
}): GatewayClient {
  const { caller, tokens, tokenClient, gatewayNow, closing } = parts;
  return {
    createPayment: (request, options) => operationsOf(request.kind).create(caller, request, options),
    readPayment: (request, options) => operationsOf(request.kind).read(caller, request, options),
    payinAccounts: (idPayin, options) => readPayinAccounts(caller, idPayin, options),
    setExternalReference: (idPayin, externalReference, options) =>
      setExternalReference(caller, idPayin, encodeExternalReference({ externalReference }), options),
    availableOptions: (kind, money, options) => operationsOf(kind).options(caller, money, options),
    balances: (currencyCodes, options) => readMerchantBalances(caller, currencyCodes, options),
    codes: (list, options) => listCodes(caller, list, options),
    merchant: (options) => readMerchant(caller, options),
    checkAccess: (scope, options) => caller.checkScope(scope, options),
    createToken: (wish, options) => createToken(caller, wish, options),
    createTokenByAction: (wish, options) => createTokenByAction(caller, wish, options),
    clockDifferenceSeconds: () => tokenClient.clockDifferenceSeconds(),
    gatewayNow,
    async close() {
      closing.abort();
      tokens.clear();
    },
  };
}

function operationsOf(kind: PaymentKind) {
  switch (kind) {
    case 'payout':
      return { create: createPayout, read: readPayout, options: availablePayoutOptions };
    case 'payin':
      return { create: createPayin, read: readPayin, options: availablePayinOptions };
    case 'topup':
      return { create: createTopUp, read: readTopUp, options: availableTopUpOptions };
  }
}
