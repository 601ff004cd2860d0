import { fail, type Failure } from '../../../contract/result.ts';
import { Refused } from '../context/refused.ts';
import type { Gateway, GatewayClient, GatewayProfile } from '../ports/index.ts';

type Current = { profile: GatewayProfile; client: GatewayClient };

/**
 * One client per merchant for as long as the core runs, so that tokens are shared. When a merchant
 * signs with another key, the client of the old one is closed with its tokens, and every holder of the shared client, including a run of
 * the engine, switches to the new one. A live merchant has no client if live profiles are not served.
 */
export function sharedClients(gateway: Gateway, servesLive: boolean): Gateway {
  const merchants = new Map<string, { readonly current: Current; readonly shared: GatewayClient }>();
  const replacedKeys = new Set<string>();
  return {
    client(profile) {
      if (profile.environment === 'live' && !servesLive) throw new Refused(liveNotServed());
      const key = JSON.stringify([profile.environment, profile.baseUrl, profile.merchantCode]);
      const known = merchants.get(key);
      if (known === undefined) {
        const current = { profile, client: gateway.client(profile) };
        const shared = delegating(current);
        merchants.set(key, { current, shared });
        return shared;
      }
      const { current, shared } = known;
      const isSame =
        current.profile.keyId === profile.keyId && current.profile.authentication === profile.authentication;
      // A caller that read the profile before its key was replaced gets the client of the new key.
      if (isSame || replacedKeys.has(profile.keyId)) return shared;
      replacedKeys.add(current.profile.keyId);
      void current.client.close();
      current.profile = profile;
      current.client = gateway.client(profile);
      return shared;
    },
  };
}

/** Always calls the client of the current key. */
function delegating(current: Current): GatewayClient {
  return {
    call: (operation, input, options) => current.client.call(operation, input, options),
    clockDifferenceSeconds: () => current.client.clockDifferenceSeconds(),
    gatewayNow: () => current.client.gatewayNow(),
    complaintsIn: (answer) => current.client.complaintsIn(answer),
    close: () => current.client.close(),
  };
}

/** The last line of defence: operations on live profiles are refused before they get here. */
function liveNotServed(): Failure {
  return fail(
    'liveNotServed',
    'Live profiles are not served here, so nothing was sent. Use the desktop app or the command line.',
  );
}
