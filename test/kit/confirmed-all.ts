import type { DuplicateConfirmation, Duplicates } from '../../contract/batches/duplicates.ts';

/** Confirms all findings. */
export function confirmedAll({ findingsHash }: Duplicates): DuplicateConfirmation {
  return { findingsHash, all: true, reason: 'intended' };
}
