import { retriableStates } from '../../../contract/payments/life.ts';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { retriedByOf, standingFor } from '../batches/retry.ts';
import type { Store, StoredPayment } from '../ports/index.ts';

/** The newest payout that retries this one, and whether another retry may be drafted: nothing else stands for its row. */
export function linksOf(
  store: Pick<Store, 'familyOf'>,
  payment: StoredPayment,
): Pick<PayoutDetail, 'retriedBy' | 'isRetriable'> {
  return {
    retriedBy: retriedByOf(store, payment),
    isRetriable: retriableStates.has(payment.state) && standingFor(store, payment) === null,
  };
}
