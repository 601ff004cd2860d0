import { fail, type Failure } from '../../../contract/result.ts';
import type { StoredProfile } from '../ports/index.ts';

/** Refuses to release or send for a profile that only prepares here. */
export function refusePrepareOnly(
  profile: Pick<StoredProfile, 'name' | 'isPrepareOnly'> | null,
  batchId: string,
): Failure | null {
  if (profile?.isPrepareOnly !== true) return null;
  return fail('policyBlocks', `Batch ${batchId} was not released. ${prepareOnlyText(profile.name)}`, {
    batchId,
  });
}

export function prepareOnlyText(profileName: string): string {
  return `Profile ${profileName} is prepare-only on this computer. Save an approval request, and release the batch on the computer that has the key.`;
}
