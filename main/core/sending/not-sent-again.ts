import { retriedFor } from '../batches/retry.ts';
import { blocked, heldBack, overtaken, repeatsRevived } from '../payments/after-read.ts';
import { momentOf, type Asking } from '../payments/ask.ts';
import type { Moment } from '../payments/decision.ts';
import { aloneMs } from '../payments/schedule.ts';
import { couldNotAsk, stillUnanswered } from '../payments/unanswered.ts';
import type { Finding, Store, StoredPayment } from '../ports/index.ts';
import type { RunContext } from './run-context.ts';

/** Why an unknown payment was not claimed to be sent again. Empty if it is no longer unknown. */
export function notSentAgain(
  store: Pick<Store, 'isPaused' | 'familyOf' | 'isPayeeBlocked' | 'findRevivedRepeat'>,
  payment: StoredPayment,
  moment: Moment,
): Finding[] {
  if (store.isPaused(payment.batchId)) return [heldBack(payment, moment)];
  if (store.isPayeeBlocked(payment)) return [blocked(payment, moment)];
  const other = retriedFor(store, payment);
  if (other !== null && other.state !== 'draft')
    return [overtaken(payment, { idPayment: other.idPayment, state: other.state }, moment)];
  const repeated = store.findRevivedRepeat(payment);
  return repeated === null ? [] : [repeatsRevived(payment, repeated, moment)];
}

/**
 * Why an unknown payout that the gateway does not know is left as it is; null if it may be sent again. A minute after its first request others may
 * have sent the file, too: the gateway may have refused the row there, so that it does not know its order ID, and have paid it by a
 * retry (docs/decisions/0013).
 */
export async function leftToOthers(
  { store, clock, paidByRetry }: Pick<RunContext, 'store' | 'clock' | 'paidByRetry'>,
  asking: Asking,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<Finding[] | null> {
  const { kind, batchId, firstSentAt } = payment;
  const isRecent = Math.abs(clock.now() - (firstSentAt ?? 0)) <= aloneMs;
  if (kind !== 'payout' || isRecent || store.isPaused(batchId)) return null;
  const retried = await paidByRetry(payment, signal);
  const moment = momentOf(asking);
  if (retried.ok) return retried.value === null ? null : [overtaken(payment, retried.value, moment)];
  return retried.error.code === 'stopped' ? [] : stillUnanswered(payment, couldNotAsk(retried.error), moment);
}
