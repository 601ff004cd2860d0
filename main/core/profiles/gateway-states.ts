import type { AppError } from '../../../contract/errors.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { isoTime } from '../payments/convert.ts';
import type { Clock, GatewayProfile } from '../ports/index.ts';

type GatewayState = OperationOutput<'gateway.state'>;
export type Address = Pick<GatewayProfile, 'baseUrl' | 'merchantCode'>;

/** The state of each profile's gateway, from its requests. */
export type GatewayStates = {
  /**
   * Records how one request ended; `error` null: with a useful answer. `isOfPayments`: whether its token was for sending or reading
   * payments. Only these show whether the merchant is refused, since a token for others, or for balances, is granted or refused by itself;
   * but the first request of any kind that succeeds shows that what an earlier process found is over.
   */
  hear(profile: Address, error: AppError | null, isOfPayments: boolean): void;
  of(profile: Address): GatewayState;
};

/** Consecutive requests without a useful answer after which the gateway counts as unreachable; a single one may get lost at any time. */
const silentInRow = 3;
const notAsked: GatewayState = { isReachable: null, since: null, message: null };

/**
 * `onChange` receives the profile whose state changed, with a sentence, and whether the gateway is away; the sentence is empty on the gateway's
 * first answer, and where only the reason changed.
 * `onRefused` receives whether the gateway refuses the merchant, on the first answer that shows it and on each that differs
 * from the previous one.
 */
export function createGatewayStates(
  clock: Pick<Clock, 'now'>,
  onChange: (profile: Address, message: string, isAway?: true) => void,
  onRefused: (profile: Address, isRefused: boolean) => void,
): GatewayStates {
  const states = new Map<string, { state: GatewayState; silent: number }>();
  const refused = new Map<string, boolean>();
  const nameOf = ({ baseUrl, merchantCode }: Address): string => JSON.stringify([baseUrl, merchantCode]);

  return {
    of: (profile) => states.get(nameOf(profile))?.state ?? notAsked,
    hear(profile, error, isOfPayments) {
      const isRefused = refusesMerchant(error);
      const isFirstSuccess = isRefused === false && !refused.has(nameOf(profile));
      const counts = isOfPayments || isFirstSuccess;
      if (counts && isRefused !== null && refused.get(nameOf(profile)) !== isRefused) {
        refused.set(nameOf(profile), isRefused);
        onRefused(profile, isRefused);
      }
      const sign = error === null ? 'answer' : signOf(error);
      if (sign === null) return;
      const before = states.get(nameOf(profile)) ?? { state: notAsked, silent: 0 };
      const silent = sign === 'answer' ? 0 : before.silent + 1;
      const isReachable = sign === 'answer' || (sign === 'silence' && silent < silentInRow);
      // A single missing answer proves nothing: neither an outage nor its end.
      const stays = sign === 'silence' && isReachable;
      const { state } = before;
      if (stays || state.isReachable === isReachable) {
        const message = isReachable ? null : error === null ? state.message : failureText(error);
        states.set(nameOf(profile), { state: stays ? state : { ...state, message }, silent });
        if (!stays && message !== state.message) onChange(profile, '');
        return;
      }
      const message = isReachable || error === null ? null : failureText(error);
      states.set(nameOf(profile), {
        state: { isReachable, since: isoTime(clock.now()), message },
        silent,
      });
      if (message !== null) onChange(profile, message, true);
      else onChange(profile, state.isReachable === null ? '' : 'The gateway answers again.');
    },
  };
}

/** Whether an answer shows that the gateway refuses the merchant; null: it shows neither that nor the opposite. */
function refusesMerchant(error: AppError | null): boolean | null {
  switch (error?.code) {
    case undefined:
    // Said of a payment, after a token was granted.
    case 'gatewayNotFound':
    case 'gatewayDuplicate':
      return false;
    case 'gatewayUnauthenticated':
      return true;
    default:
      return null;
  }
}

/** What an error says about the gateway's availability; null: nothing, because it was not asked. */
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
