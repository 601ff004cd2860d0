import type { Result } from '../../../contract/result.ts';
import type { GatewayStates } from './gateway-states.ts';
import type { Gateway, GatewayClient, GatewayProfile } from '../ports/index.ts';

/** What has to be done before a request of this profile leaves, or why none may; null: nothing. */
export type BeforeRequest = (profile: GatewayProfile) => Promise<Result<null>> | null;

/** The same gateway; how each request ends is told to `states`. */
export function watchedGateway(gateway: Gateway, states: GatewayStates, before: BeforeRequest): Gateway {
  return { client: (profile) => watched(gateway.client(profile), profile, states, before) };
}

function watched(
  client: GatewayClient,
  profile: GatewayProfile,
  states: GatewayStates,
  before: BeforeRequest,
): GatewayClient {
  const ask = async <Value>(request: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    const preparing = before(profile);
    const ready = preparing === null ? null : await preparing;
    const result = ready === null || ready.ok ? await request() : ready;
    states.hear(profile, result.ok ? null : result.error);
    return result;
  };
  return {
    createPayment: (request, options) => ask(() => client.createPayment(request, options)),
    readPayment: (request, options) => ask(() => client.readPayment(request, options)),
    payinAccounts: (idPayin, options) => ask(() => client.payinAccounts(idPayin, options)),
    setExternalReference: (idPayin, externalReference, options) =>
      ask(() => client.setExternalReference(idPayin, externalReference, options)),
    availableOptions: (kind, money, options) => ask(() => client.availableOptions(kind, money, options)),
    balances: (currencyCodes, options) => ask(() => client.balances(currencyCodes, options)),
    codes: (list, options) => ask(() => client.codes(list, options)),
    merchant: (options) => ask(() => client.merchant(options)),
    checkAccess: (scope, options) => ask(() => client.checkAccess(scope, options)),
    createToken: (wish, options) => ask(() => client.createToken(wish, options)),
    createTokenByAction: (wish, options) => ask(() => client.createTokenByAction(wish, options)),
    clockDifferenceSeconds: () => client.clockDifferenceSeconds(),
    gatewayNow: () => client.gatewayNow(),
    close: () => client.close(),
  };
}
