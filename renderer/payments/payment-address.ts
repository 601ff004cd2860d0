import type { PaymentKind } from '../../contract/payments/payment.ts';

/** The address of a payment of this profile. */
export function paymentAddress(kind: PaymentKind, idPayment: string, profileName: string): string {
  const of = new URLSearchParams({ of: profileName });
  const id = encodeURIComponent(idPayment);
  return kind === 'payout' ? `/payouts/${id}?${of}` : `/receive/${kind}/${id}?${of}`;
}
