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
import type { Clock, StoredBatch, RowContent } from '../ports/index.ts';

/** Nobody reads more in a dialog: the largest payees of each of the first currencies. */
const largestOfCurrency = 3;
const mostCurrencies = 5;
const rowsAtOnce = 500;

type PayeeSum = Omit<ReleasedPayee, 'amount'> & { readonly sum: Decimal };
type PayeeSums = ReadonlyMap<string, PayeeSum>;

/** The payees of a batch: the release dialog's selection, and, for whom asks, the complete list, the largest of each currency first. */
export async function releasePayees(
  context: CoreContext,
  { batchId }: Pick<StoredBatch, 'batchId'>,
  { counts: findings }: Pick<PayeeFindings, 'counts'>,
): Promise<{ readonly payees: ReleaseSummary['payees']; readonly all: () => readonly ReleasedPayee[] }> {
  const firstTimeRows = await firstTimeRowsOf(context, batchId);
  const payees = new Set<string>();
  const unpaid = new Set<string>();
  const sums = new Map<string, PayeeSum>();
  for await (const page of contentPagesOfBatch(context.store, context.clock, batchId))
    for (const payment of page) {
      const payee = payeeKeyOf(payment);
      const isFirstTime = firstTimeRows.has(payment.rowNumber);
      payees.add(payee);
      if (isFirstTime) unpaid.add(payee);
      addTo(sums, `${payment.currencyCode} ${payee}`, payment, isFirstTime);
    }
  const largest = await largestOf(context.clock, sums);
  return {
    payees: { count: payees.size, firstTime: unpaid.size, findings, largest: largest.map(toReleased) },
    all: () =>
      [...sums.values()]
        .toSorted(
          (left, right) => left.currencyCode.localeCompare(right.currencyCode) || largestFirst(left, right),
        )
        .map(toReleased),
  };
}

function addTo(
  sums: Map<string, PayeeSum>,
  key: string,
  { currencyCode, accountName, accountNumber, emailAddress, amount }: RowContent,
  isFirstTime: boolean,
): void {
  const before = sums.get(key);
  const added = parseDecimal(amount) ?? { digits: 0n, scale: 0 };
  sums.set(key, {
    currencyCode,
    accountName: before?.accountName ?? accountName,
    account: before?.account ?? (accountNumber || emailAddress),
    payouts: (before?.payouts ?? 0) + 1,
    isFirstTime: isFirstTime || before?.isFirstTime === true,
    sum: before === undefined ? added : addDecimals(before.sum, added),
  });
}

/** Without sorting all of them, which would block the process for a third of a second. */
async function largestOf(clock: Pick<Clock, 'turn'>, sums: PayeeSums): Promise<PayeeSum[]> {
  const ofCurrencies = new Map<string, PayeeSum[]>();
  let seen = 0;
  for (const sum of sums.values()) {
    const largest = ofCurrencies.get(sum.currencyCode) ?? [];
    const smallest = largest.at(-1);
    if (largest.length < largestOfCurrency || smallest === undefined || largestFirst(sum, smallest) < 0)
      ofCurrencies.set(
        sum.currencyCode,
        [...largest, sum].toSorted(largestFirst).slice(0, largestOfCurrency),
      );
    seen += 1;
    if (seen % rowsAtOnce === 0) await clock.turn();
  }
  return [...ofCurrencies]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .slice(0, mostCurrencies)
    .flatMap(([, largest]) => largest);
}

function largestFirst(left: PayeeSum, right: PayeeSum): number {
  return compareDecimals(right.sum, left.sum);
}

function toReleased({ sum, ...released }: PayeeSum): ReleasedPayee {
  return { ...released, amount: formatDecimal(sum) };
}

/** Rows whose payee this profile never paid. */
async function firstTimeRowsOf(
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
