import { deadStates, retriableStates } from '../../../contract/payments/life.ts';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { retriedByOf } from '../batches/retry.ts';
import type { Store, StoredPayment } from '../ports/index.ts';

/** The newest payout that retries this one, and whether another retry may be drafted: nothing else stands for its row. */
export function linksOf(
  store: Pick<Store, 'familyOf'>,
  { keyId, idPayment, state }: StoredPayment,
): Pick<PayoutDetail, 'retriedBy' | 'isRetriable'> {
  const family = store.familyOf(keyId, idPayment);
  const isAlone = family.every((member) => member.idPayment === idPayment || deadStates.has(member.state));
  return {
    retriedBy: retriedByOf(store, { keyId, idPayment }),
    isRetriable: retriableStates.has(state) && isAlone,
  };
}
