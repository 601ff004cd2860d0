import type { Result } from '../../../contract/result.ts';
import type { GatewayStates } from './gateway-states.ts';
import type { Gateway, GatewayProfile } from '../ports/index.ts';

/** What has to be done before a request of this profile leaves, or why none may; null: nothing. */
type BeforeRequest = (profile: GatewayProfile) => Promise<Result<null>> | null;

/** The gateway lets a merchant wait for about a second now and then, which says nothing. */
const usualWaitMs = 1300;

/** The same gateway; how each call ends is told to `states`, and that it waits for long as the gateway is too busy to `onBusy`. */
export function watchedGateway(
  gateway: Gateway,
  states: GatewayStates,
  before: BeforeRequest,
  onBusy: (profile: GatewayProfile, waitMs: number) => void,
): Gateway {
  return {
    client(profile) {
      const client = gateway.client(profile, (waitMs) => {
        if (waitMs > usualWaitMs) onBusy(profile, waitMs);
      });
      return {
        ...client,
        async call(operation, input, options) {
          const preparing = before(profile);
          const ready = preparing === null ? null : await preparing;
          const result = ready === null || ready.ok ? await client.call(operation, input, options) : ready;
          states.hear(profile, result.ok ? null : result.error);
          return result;
        },
      };
    },
  };
}
