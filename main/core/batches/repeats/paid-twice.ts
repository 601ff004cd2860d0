import type { PaidTwice } from '../../../../contract/batches/batch.ts';
import type { StoreContext } from '../../context/context.ts';
import { familyFinder, paidTooOf } from '../../payments/convert.ts';
import type { StoredPayment } from '../../ports/index.ts';
import { slicesOf } from '../../payments/pages.ts';

/** In a batch of retries, each paid payout has others for its row to look at. */
const familiesAtOnce = 200;

/** The other paid payout for the row of each of these payouts that was paid twice, by the ID of the payment. */
export async function paidTooAmong(
  { store, clock }: StoreContext,
  payments: readonly StoredPayment[],
): Promise<Map<number, string>> {
  const paid = payments.filter(({ state }) => state === 'paid');
  const retried = paid.filter(familyFinder(store, paid));
  const found = new Map<number, string>();
  for await (const some of slicesOf(clock, retried, familiesAtOnce))
    for (const payment of some) {
      const paidToo = paidTooOf(store, payment);
      if (paidToo !== null) found.set(payment.paymentId, paidToo);
    }
  return found;
}

/** The most rows that a report names as paid twice. */
const mostNamed = 5;

/** Gathers from the pages of a batch which of its rows were paid twice. */
export function gatherPaidTwice(context: StoreContext): {
  add(payments: readonly StoredPayment[]): Promise<void>;
  result(): PaidTwice;
} {
  const named: PaidTwice['named'][number][] = [];
  let count = 0;
  return {
    async add(payments) {
      const found = await paidTooAmong(context, payments);
      count += found.size;
      for (const { paymentId, rowNumber } of payments) {
        const paidToo = found.get(paymentId);
        if (paidToo !== undefined && named.length < mostNamed) named.push({ rowNumber, paidToo });
      }
    },
    result: () => ({ count, named }),
  };
}
