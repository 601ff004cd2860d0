import { minuteMs } from '../../../../contract/duration.ts';
import { clientOf, type CoreContext } from '../../context.ts';
import { entryScope } from '../../payments/scope.ts';
import type { StoredSchedule } from '../../ports/index.ts';

/** How long after an unanswered request the gateway is asked for its time again. */
const askAgainAfterMs = 10 * minuteMs;

/** Asks the gateway of a schedule for its time if that is not known: nothing else may be asked before the schedule is due. */
export type HearGateway = (schedule: StoredSchedule, signal: AbortSignal) => Promise<void>;

/** An answer need not be one: without it, this computer's clock alone counts, until a release asks the gateway. */
export function createHearGateway({ store, gateway, clock }: CoreContext): HearGateway {
  const askedAt = new Map<string, number>();
  return async ({ batchId, profileName, keyId }, signal) => {
    const profile = store.findProfile(profileName);
    const batch = store.findBatch(batchId);
    if (profile === null || profile.isPrepareOnly || batch === null) return;
    const client = clientOf(gateway, profile);
    const since = Math.abs(clock.now() - (askedAt.get(keyId) ?? 0));
    if (client.gatewayNow() !== null || since < askAgainAfterMs) return;
    askedAt.set(keyId, clock.now());
    await client.call('checkAccess', { scope: entryScope(batch, store) }, { priority: 'polling', signal });
  };
}
