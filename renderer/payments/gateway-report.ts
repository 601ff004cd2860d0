import type { PaymentState } from '../../contract/payments/payment.ts';

const states: ReadonlySet<PaymentState> = new Set(['sending', 'unknown', 'accepted']);

/** Whether the gateway may report more about a payment in this state, so that what it has not reported yet keeps its place. */
export function mayReportLater(state: PaymentState): boolean {
  return states.has(state);
}
