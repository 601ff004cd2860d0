import { isSentByUs } from '../payments/decision.ts';
import type { CoreContext } from '../context.ts';
import type { Finding, StoredPayment, StoredProfile } from '../ports/index.ts';
import { recordedEvent } from '../payments/ask.ts';

const paymentsAtOnce = 200;
const cause = { code: 'sandboxRestarted' } as const;

/**
 * The embedded sandbox has forgotten what it accepted, so unfinished payments are queued again, with the same order IDs and
 * bytes; those that others create are only polled. For the trial only: any other gateway is asked.
 */
export async function sendAgain(
  { store, clock, emit }: Pick<CoreContext, 'store' | 'clock' | 'emit'>,
  { keyId }: StoredProfile,
): Promise<void> {
  const batches = store.batchesWithWork(clock.now()).filter((batch) => batch.keyId === keyId);
  const batchIds = batches.map(({ batchId }) => batchId);
  const leftAlone = new Set<number>();
  for (;;) {
    const payments = store.duePayments(batchIds, Number.MAX_SAFE_INTEGER, paymentsAtOnce, leftAlone);
    if (payments.length === 0) break;
    const ours = payments.filter(isForgotten);
    for (const payment of payments) if (!isForgotten(payment)) leftAlone.add(payment.paymentId);
    store.record(ours.flatMap(queued), clock.now());
    await clock.turn();
  }
  for (const batchId of batchIds) emit(recordedEvent(store, batchId));
}

/** Whether the gateway was to process it: ended payments stay ended, and payments that others create are never sent. */
function isForgotten(payment: StoredPayment): boolean {
  return isSentByUs(payment) && (payment.state === 'accepted' || payment.state === 'unknown');
}

function queued({ paymentId, state }: StoredPayment): Finding[] {
  const base = { paymentId, cause, detail: null, problem: null, dueAt: null, polls: 0 };
  const again: Finding = { ...base, from: 'unknown', to: 'queued' };
  return state === 'accepted' ? [{ ...base, from: 'accepted', to: 'unknown' }, again] : [again];
}
