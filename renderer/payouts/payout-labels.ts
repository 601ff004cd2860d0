import type { PayoutOrder } from '../../contract/payments/history.ts';
import { settledStates, type PaymentState } from '../../contract/payments/payment.ts';

export const orderLabels: Record<PayoutOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  amountDown: 'Largest amount first',
  amountUp: 'Smallest amount first',
  name: 'By name',
};

const endings: ReadonlySet<PaymentState> = new Set(settledStates);

/** Whether a payout no longer changes by itself. */
export function isEnded(state: PaymentState): boolean {
  return endings.has(state);
}
