import type { ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { CoreContext } from '../context.ts';
import { payoutNamed } from '../payments/find-payout.ts';
import type { StoredPayment } from '../ports/index.ts';

/** Nobody reads more of them in a dialog. */
const mostStatuses = 10;
const readAtOnce = 500;

/**
 * With which statuses the gateway ended the payouts that these rows of a draft retry, the most frequent first. The interface names no
 * status but SUCCESS, so a person sees what is about to be paid again.
 */
export async function retriedEnds(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  retries: readonly Pick<StoredPayment, 'keyId' | 'retryOf'>[],
): Promise<ReleaseSummary['retried']> {
  const counts = new Map<string, number>();
  for (const [index, { keyId, retryOf }] of retries.entries()) {
    if (index % readAtOnce === readAtOnce - 1) await clock.turn();
    const old = retryOf === null ? null : payoutNamed(store, keyId, retryOf);
    if (old?.state !== 'failed') continue;
    const status = old.gatewayStatus ?? '';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return Array.from(counts, ([status, count]) => ({ status, count }))
    .toSorted((left, right) => right.count - left.count)
    .slice(0, mostStatuses);
}
