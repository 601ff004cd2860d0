import type { BatchSummary } from '../../contract/batches/batch.ts';

/** A profile with its environment, unless its name already says it. */
export function profileText({
  profileName,
  environment,
}: Pick<BatchSummary, 'profileName' | 'environment'>): string {
  return profileName === environment ? profileName : `${profileName} · ${environment}`;
}
