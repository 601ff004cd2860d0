import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Store, StoredBatch } from '../ports/index.ts';

type UnsentStore = Pick<Store, 'unfinishedBatches' | 'countByState' | 'countUnsentIncoming'>;

const onTheWay: readonly PaymentState[] = ['sending', 'unknown'];

/**
 * Number of payouts, payins and top-ups that are unsent or in doubt (operation `runner.unsent`). Unsent payouts of paused batches do
 * not count, nor does what the gateway accepted: Bursar only polls that.
 */
export function countUnsent(store: UnsentStore): number {
  const ofBatches = store
    .unfinishedBatches()
    .map((batch) => unsentOf(batch, store.countByState(batch.batchId)));
  return ofBatches.reduce((sum, count) => sum + count, store.countUnsentIncoming());
}

function unsentOf(
  { isPaused, state }: Pick<StoredBatch, 'isPaused' | 'state'>,
  byState: Partial<Record<PaymentState, number>>,
): number {
  const moving = onTheWay.reduce((sum, each) => sum + (byState[each] ?? 0), 0);
  const waiting = isPaused ? 0 : (byState.queued ?? 0) + (state === 'releasing' ? (byState.draft ?? 0) : 0);
  return moving + waiting;
}
