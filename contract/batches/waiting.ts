import { countIn } from '../payments/payment.ts';
import type { BatchSummary } from './batch.ts';

/** How many payouts of a released batch wait to be sent for the first time; the last rows of a release are not queued at once. */
export function waitingIn({ state, byState }: Pick<BatchSummary, 'state' | 'byState'>): number {
  return countIn(byState, state === 'releasing' ? ['queued', 'draft'] : ['queued']);
}
