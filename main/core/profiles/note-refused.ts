import type { EmittingContext } from '../context/context.ts';
import type { StoredProfile } from '../ports/index.ts';

/**
 * Adds a notice to the newest unfinished batch of a profile when the gateway refuses the merchant, so that every
 * run of the program that lists attention shows it; removes it once the gateway accepts the merchant.
 */
export function noteRefused(
  { store, clock, emit }: EmittingContext,
  { name }: Pick<StoredProfile, 'name'>,
  isRefused: boolean,
): void {
  const batch = store.unfinishedBatches().findLast(({ profileName }) => profileName === name);
  if (!isRefused) store.withdrawNotices('merchantRefused', { profileName: name }, clock.now());
  else if (batch !== undefined) store.addNotice('merchantRefused', batch.batchId, clock.now());
  if (batch !== undefined) emit({ kind: 'batch', id: batch.batchId });
}
