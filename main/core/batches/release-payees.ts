import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { PayeeFindings } from '../../../contract/payees/findings.ts';
import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import type { CoreContext } from '../context.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { catchUpKeys } from '../payments/payee.ts';
import { contentPagesOfBatch } from '../payments/pages.ts';
import type { StoredBatch, RowContent } from '../ports/index.ts';

/** Nobody reads more in a dialog: the largest payees of each of the first currencies. */
const largestOfCurrency = 3;
const mostCurrencies = 5;
const rowsAtOnce = 500;

type PayeeSum = Omit<ReleasedPayee, 'amount'> & { readonly payee: string; readonly sum: Decimal };

/** The payees of a batch: the release dialog's selection, and the complete list, the largest of each currency first. */
export async function releasePayees(
  context: CoreContext,
  { batchId }: Pick<StoredBatch, 'batchId'>,
  { counts: findings }: Pick<PayeeFindings, 'counts'>,
): Promise<{ readonly payees: ReleaseSummary['payees']; readonly all: readonly ReleasedPayee[] }> {
  const newRows = await rowsOfNewPayees(context, batchId);
  const sums = new Map<string, PayeeSum>();
  for await (const page of contentPagesOfBatch(context.store, context.clock, batchId))
    for (const payment of page) addTo(sums, payment, newRows.has(payment.rowNumber));
  const sorted = [...sums.values()].toSorted(
    (left, right) =>
      left.currencyCode.localeCompare(right.currencyCode) || compareDecimals(right.sum, left.sum),
  );
  const payees = new Set(sorted.map(({ payee }) => payee));
  const newPayees = new Set(sorted.filter(({ isNew }) => isNew).map(({ payee }) => payee));
  const currencies = [...new Set(sorted.map(({ currencyCode }) => currencyCode))].slice(0, mostCurrencies);
  const largest = currencies.flatMap((code) =>
    sorted.filter(({ currencyCode }) => currencyCode === code).slice(0, largestOfCurrency),
  );
  return {
    payees: { count: payees.size, newOrChanged: newPayees.size, findings, largest: largest.map(toReleased) },
    all: sorted.map(toReleased),
  };
}

function addTo(sums: Map<string, PayeeSum>, payment: RowContent, isNew: boolean): void {
  const { currencyCode, accountName, accountNumber, emailAddress, amount } = payment;
  const payee = payeeKeyOf(payment);
  const key = `${currencyCode} ${payee}`;
  const before = sums.get(key);
  const added = parseDecimal(amount) ?? { digits: 0n, scale: 0 };
  sums.set(key, {
    payee,
    currencyCode,
    accountName: before?.accountName ?? accountName,
    account: before?.account ?? (accountNumber || emailAddress),
    payouts: (before?.payouts ?? 0) + 1,
    isNew: isNew || before?.isNew === true,
    sum: before === undefined ? added : addDecimals(before.sum, added),
  });
}

function toReleased({ payee: _payee, sum, ...released }: PayeeSum): ReleasedPayee {
  return { ...released, amount: formatDecimal(sum) };
}

/** Rows whose payee this profile never paid: a new payee, or one with changed bank details. */
async function rowsOfNewPayees(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  batchId: string,
): Promise<ReadonlySet<number>> {
  await catchUpKeys({ store, clock });
  const found = new Set<number>();
  for (let afterRowNumber: number | null = 0; afterRowNumber !== null;) {
    const page: ReturnType<typeof store.firstTimePayees> = store.firstTimePayees(batchId, {
      afterRowNumber,
      limit: rowsAtOnce,
    });
    for (const { rowNumber } of page.rows) found.add(rowNumber);
    afterRowNumber = page.next;
    await clock.turn();
  }
  return found;
}
