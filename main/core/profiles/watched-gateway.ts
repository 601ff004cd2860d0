import type { Result } from '../../../contract/result.ts';
import { isOfPayments } from '../payments/scope.ts';
import type { GatewayStates } from './gateway-states.ts';
import type { Gateway, GatewayProfile } from '../ports/index.ts';

/** A precondition of every request of this profile, or the reason to refuse it; null: none. */
type BeforeRequest = (profile: GatewayProfile) => Promise<Result<null>> | null;

/** Short waits of about a second for the gateway are normal and not reported. */
const usualWaitMs = 1300;

/** The same gateway; reports how each call ends to `states`, and long waits for a busy gateway to `onBusy`. */
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
          states.hear(
            profile,
            result.ok ? null : result.error,
            'scope' in input && isOfPayments(input.scope),
          );
          return result;
        },
      };
    },
  };
}
