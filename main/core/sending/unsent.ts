import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Store, StoredBatch } from '../ports/index.ts';

type UnsentStore = Pick<Store, 'unfinishedBatches' | 'countByState' | 'countUnsentIncoming'>;

const onTheWay: readonly PaymentState[] = ['sending', 'unknown'];

/**
 * How many payouts, payins and top-ups still have to be sent, or are in doubt (operation `runner.unsent`). What a person paused is not
 * counted, nor what the gateway accepted: it is safe there and only asked about.
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
