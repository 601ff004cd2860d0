import type { CurrencyMoney } from '../../../contract/approvals/approval-policy.ts';
import { compareAmounts } from '../../../contract/money/amount.ts';
import { runningTotals, type CurrencyTotal } from '../../../contract/money/money.ts';
import type { CoreContext } from '../context.ts';
import { rowsHasher } from '../payments/identity.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import type { StoredBatch, RowContent } from '../ports/index.ts';

/** What the rows of a batch pay: the hash of all rows, and the total per currency. */
export type BatchRows = { readonly rowsHash: string; readonly money: readonly CurrencyMoney[] };

/** Adds up what rows pay, for the policy. */
export function moneySums(): {
  add(payment: Pick<RowContent, 'amount' | 'currencyCode'>): void;
  list(): CurrencyMoney[];
  totals(): CurrencyTotal[];
} {
  const totals = runningTotals();
  const largest = new Map<string, string>();
  return {
    add({ amount, currencyCode }) {
      totals.add({ amount, currencyCode });
      const before = largest.get(currencyCode);
      if (before === undefined || compareAmounts(amount, before) > 0) largest.set(currencyCode, amount);
    },
    list: () =>
      totals.list().map(({ currencyCode, amount }) => ({
        currencyCode,
        total: amount,
        largest: largest.get(currencyCode) ?? amount,
      })),
    totals: () => totals.list(),
  };
}

/** The rows of a batch as the store has them now, not as noted at the import (I4); `paid` is their number, with the totals. */
export async function rowsOfBatch(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { batchId, callbackUrl }: StoredBatch,
): Promise<BatchRows & { readonly paid: Pick<StoredBatch, 'rows' | 'totals'> }> {
  const hasher = rowsHasher(callbackUrl);
  const sums = moneySums();
  for await (const payments of contentPagesOfBatch(store, clock, batchId))
    for (const payment of payments) {
      hasher.add(payment);
      sums.add(payment);
    }
  const totals = sums.totals();
  const paid = { rows: totals.reduce((rows, { count }) => rows + count, 0), totals };
  return { rowsHash: hasher.digest(), money: sums.list(), paid };
}
