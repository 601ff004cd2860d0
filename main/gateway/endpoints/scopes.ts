import type { PaymentKind } from '../../../contract/payment.ts';

/** The first path segment of each kind of payment (interface: Endpoints). */
export const resources = { payout: 'payouts', payin: 'payins', topup: 'topups' } as const satisfies Record<
  PaymentKind,
  string
>;

const words = { payout: 'payout', payin: 'payin', topup: 'top-up' } as const satisfies Record<
  PaymentKind,
  string
>;

/** What an error about one payment is about. */
export function paymentSubject(kind: PaymentKind, idPayment: string) {
  return {
    words: `${words[kind]} ${idPayment}`,
    details: kind === 'payout' ? { idPayout: idPayment } : {},
  };
}

/** The one operation that a token for this path has to name (interface: Authentication 6). */
export function exactScope(method: 'GET' | 'POST', path: string): readonly string[] {
  return [`${method} ${path}`];
}
