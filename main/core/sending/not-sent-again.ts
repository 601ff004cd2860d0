import { retriedFor } from '../batches/retry.ts';
import { blocked, heldBack, overtaken } from '../payments/after-read.ts';
import type { Moment } from '../payments/decision.ts';
import type { Finding, Store, StoredPayment } from '../ports/index.ts';

/** Why an unknown payment was not claimed to be sent again. Empty if it is no longer unknown. */
export function notSentAgain(
  store: Pick<Store, 'isPaused' | 'familyOf' | 'isPayeeBlocked'>,
  payment: StoredPayment,
  moment: Moment,
): Finding[] {
  if (store.isPaused(payment.batchId)) return [heldBack(payment, moment)];
  if (store.isPayeeBlocked(payment)) return [blocked(payment, moment)];
  const other = retriedFor(store, payment);
  return other === null || other.state === 'draft'
    ? []
    : [overtaken(payment, { idPayment: other.idPayment, state: other.state }, moment)];
}
