import type { Result } from '../../../contract/result.ts';
import { entryScope } from '../payments/scope.ts';
import type { Clock, GatewayClient, Store } from '../ports/index.ts';
import type { Health } from './health.ts';

/**
 * Whether the gateway's time is known. How long a payout has been unknown is measured by the gateway's clock, since this
 * computer's may be changed, so the gateway responds once before the first row is claimed.
 */
export type GatewayTime = {
  /** Whether rows may be claimed: the time is known, or the gateway responds without saying it. */
  isKnown(): boolean;
  /**
   * Obtains the token that sends the first queued row, unless the time is known, nothing is queued, or it is too early to try again.
   * Returns the gateway's answer, or null if it was not asked or its time is now known.
   */
  learn(signal: AbortSignal): Promise<Result<unknown> | null>;
  /** When to try again; null: nothing waits for it. */
  nextAt(): number | null;
};

/** For one run of one profile. */
export function createGatewayTime(
  { store, clock, client }: { readonly store: Store; readonly clock: Clock; readonly client: GatewayClient },
  health: Pick<Health, 'nextProbeAt'>,
  batchIds: () => readonly string[],
): GatewayTime {
  /** Whether the gateway responds, and its responses carry no date. */
  let isSilentAboutTime = false;
  const isKnown = (): boolean => isSilentAboutTime || client.gatewayNow() !== null;

  /** The first batch with rows to send. */
  function waiting() {
    if (isKnown()) return null;
    const batchId = batchIds().find((id) => (store.countByState(id).queued ?? 0) > 0 && !store.isPaused(id));
    return batchId === undefined ? null : store.findAnyBatch(batchId);
  }

  return {
    isKnown,
    nextAt: () => (waiting() === null ? null : health.nextProbeAt()),
    async learn(signal) {
      const batch = waiting();
      if (batch === null || clock.now() < health.nextProbeAt()) return null;
      const scope = entryScope(batch, store);
      const access = await client.call('checkAccess', { scope }, { priority: 'submission', signal });
      if (isKnown()) return null;
      isSilentAboutTime = access.ok;
      return access;
    },
  };
}
