import type { AppError } from '../../../contract/errors.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { isoTime } from '../payments/convert.ts';
import type { Clock, GatewayProfile } from '../ports/index.ts';

type GatewayState = OperationOutput<'gateway.state'>;
export type Address = Pick<GatewayProfile, 'baseUrl' | 'merchantCode'>;

/** What the requests of each profile showed of its gateway. */
export type GatewayStates = {
  /** Takes note of how one request ended; `error` null: with a useful answer. */
  hear(profile: Address, error: AppError | null): void;
  of(profile: Address): GatewayState;
};

/** Requests in a row without a useful answer after which the gateway counts as not reachable; one may get lost any time. */
const silentInRow = 3;
const notAsked: GatewayState = { isReachable: null, since: null, message: null };

/**
 * `onChange` hears whose state changed, and in a sentence how; the sentence is empty when the gateway answers for the first time.
 * `onRefused` hears whether the gateway refuses the merchant, with the first answer that says so and with each that says otherwise
 * than the one before.
 */
export function createGatewayStates(
  clock: Pick<Clock, 'now'>,
  onChange: (profile: Address, message: string) => void,
  onRefused: (profile: Address, isRefused: boolean) => void,
): GatewayStates {
  const states = new Map<string, { state: GatewayState; silent: number }>();
  const refused = new Map<string, boolean>();
  const nameOf = ({ baseUrl, merchantCode }: Address): string => JSON.stringify([baseUrl, merchantCode]);

  return {
    of: (profile) => states.get(nameOf(profile))?.state ?? notAsked,
    hear(profile, error) {
      const isRefused = error === null ? false : error.code === 'gatewayUnauthenticated' ? true : null;
      if (isRefused !== null && refused.get(nameOf(profile)) !== isRefused) {
        refused.set(nameOf(profile), isRefused);
        onRefused(profile, isRefused);
      }
      const sign = error === null ? 'answer' : signOf(error);
      if (sign === null) return;
      const before = states.get(nameOf(profile)) ?? { state: notAsked, silent: 0 };
      const silent = sign === 'answer' ? 0 : before.silent + 1;
      const isReachable = sign === 'answer' || (sign === 'silence' && silent < silentInRow);
      // A single silence says nothing new: neither that the gateway went nor that it came back.
      const stays = sign === 'silence' && isReachable;
      const { state } = before;
      if (stays || state.isReachable === isReachable) {
        const message = isReachable ? null : error === null ? state.message : failureText(error);
        states.set(nameOf(profile), { state: stays ? state : { ...state, message }, silent });
        return;
      }
      const message = isReachable || error === null ? null : failureText(error);
      states.set(nameOf(profile), {
        state: { isReachable, since: isoTime(clock.now()), message },
        silent,
      });
      onChange(profile, changeText(state.isReachable, error));
    },
  };
}

function changeText(wasReachable: boolean | null, error: AppError | null): string {
  if (error !== null) return `${failureText(error)} Bursar keeps trying; nothing is sent twice.`;
  return wasReachable === null ? '' : 'The gateway answers again.';
}

/** What an error says of whether the gateway is there; null: nothing, since nothing was asked. */
function signOf({ code }: AppError): 'answer' | 'silence' | 'away' | null {
  switch (code) {
    case 'gatewayUnreachable':
      return 'away';
    case 'gatewayNoAnswer':
    case 'gatewayServerError':
    case 'gatewayAnswerUnreadable':
      return 'silence';
    case 'gatewayInputInvalid':
    case 'gatewayUnauthenticated':
    case 'gatewayForbidden':
    case 'gatewayVersionUnsupported':
    case 'gatewayRefused':
    case 'gatewayDuplicate':
    case 'gatewayNotFound':
    case 'gatewayBusy':
    case 'gatewayStatusUnexpected':
      return 'answer';
    default:
      return null;
  }
}
