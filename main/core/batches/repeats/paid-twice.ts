import type { PaidTwice } from '../../../../contract/batches/batch.ts';
import { isPaidStill } from '../../../../contract/text/payment-meaning.ts';
import { paidTooOf } from '../../payments/convert.ts';
import type { Store, StoredPayment } from '../../ports/index.ts';

/** The other paid payout for the row of each of these payouts that was paid twice, by the ID of the payment. */
export function paidTooAmong(
  store: Pick<Store, 'familyOf' | 'retriedAmong'>,
  payments: readonly StoredPayment[],
): Map<number, string> {
  const paid = payments.filter((payment) => payment.state === 'paid' && isPaidStill(payment));
  const retried = new Set(store.retriedAmong(paid.map(({ paymentId }) => paymentId)));
  const found = new Map<number, string>();
  for (const payment of paid) {
    if (payment.retryOf === null && !retried.has(payment.paymentId)) continue;
    const paidToo = paidTooOf(store, payment);
    if (paidToo !== null) found.set(payment.paymentId, paidToo);
  }
  return found;
}

/** The most payouts that a report names as paid twice. */
const mostNamed = 20;

/** Gathers from the pages of a batch which of its rows were paid twice. */
export function gatherPaidTwice(store: Pick<Store, 'familyOf' | 'retriedAmong'>): {
  add(payments: readonly StoredPayment[]): void;
  result(): PaidTwice;
} {
  const named: PaidTwice['named'][number][] = [];
  let count = 0;
  return {
    add(payments) {
      const found = paidTooAmong(store, payments);
      count += found.size;
      for (const { paymentId, rowNumber } of payments) {
        const paidToo = found.get(paymentId);
        if (paidToo !== undefined && named.length < mostNamed) named.push({ rowNumber, paidToo });
      }
    },
    result: () => ({ count, named }),
  };
}
