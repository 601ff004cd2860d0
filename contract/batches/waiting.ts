import { countIn, unresolvedStates } from '../payments/payment.ts';
import type { BatchSummary } from './batch.ts';

/** Whether anything of a released batch is left to send, for the first time or again: only then can it be paused. */
export function isLeftToSend({ byState }: Pick<BatchSummary, 'byState'>): boolean {
  return countIn(byState, ['draft', ...unresolvedStates]) > 0;
}

/** How many payouts of a released batch wait to be sent for the first time; the last rows of a release are not queued at once. */
export function waitingIn({ state, byState }: Pick<BatchSummary, 'state' | 'byState'>): number {
  return countIn(byState, state === 'releasing' ? ['queued', 'draft'] : ['queued']);
}
