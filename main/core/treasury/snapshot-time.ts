import { dayMs } from '../../../contract/duration.ts';
import type { StoreContext } from '../context/context.ts';
import type { GatewayClient, StoredProfile } from '../ports/index.ts';

/** `gatewayNow` is accurate to about this. */
const accuracyMs = 1000;
const longestBehindMs = 30 * dayMs;

/** When the newest payment ended that a balance requested now includes, as far as the flows were followed; 0 if there is none. */
export function lastIncluded(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  client: Pick<GatewayClient, 'gatewayNow'>,
): number {
  const clocks = [clock.now(), usableNow(client, clock.now())];
  const from = Math.min(...clocks) - dayMs;
  return store.lastPaidAt(keyId, { from, until: Math.max(...clocks) + accuracyMs }) ?? 0;
}

/**
 * The time of a balance's snapshot, milliseconds since 1970, for comparison with when the gateway ended payments: the moment of the
 * request (`at`) if the clocks agree, otherwise the earliest that it may be by the gateway's. Never before a payment that the balance
 * includes (`included`) or, within the accuracy of the clocks, the snapshot before it.
 */
export function snapshotTime(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  client: Pick<GatewayClient, 'gatewayNow'>,
  read: { readonly at: number; readonly included: number; readonly currencyCodes: readonly string[] },
): number {
  const now = clock.now();
  const ahead = usableNow(client, now) - now;
  const earliest = Math.abs(ahead) <= accuracyMs ? read.at : read.at + ahead - accuracyMs;
  const earlier = read.currencyCodes.map(
    (currencyCode) => store.snapshotBefore(keyId, currencyCode, earliest + 2 * accuracyMs)?.at ?? 0,
  );
  return Math.max(earliest, read.included, ...earlier.map((at) => at + 1));
}

/**
 * The gateway's time; that of this computer if it is not known, a day ahead, or a month behind: a snapshot in the far future would be the last
 * one until then, and among the flows of years, the last payment would be looked for too long.
 */
function usableNow({ gatewayNow }: Pick<GatewayClient, 'gatewayNow'>, now: number): number {
  const there = gatewayNow() ?? now;
  return there - now < dayMs && now - there < longestBehindMs ? there : now;
}
