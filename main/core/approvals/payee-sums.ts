import type { ReleasedPayee } from '../../../contract/batches/batch.ts';
import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  zeroDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { Clock, RowContent } from '../ports/index.ts';
import { slicesOf } from '../payments/pages.ts';

/** Nobody reads more in a dialog: the largest payees of each of the first currencies. */
const largestOfCurrency = 3;
const mostCurrencies = 5;
const rowsAtOnce = 500;

type PayeeSum = Omit<ReleasedPayee, 'amount'> & { readonly sum: Decimal };

/** What each payee gets of some rows, for a dialog in which a person decides about them. */
type PayeeSums = {
  add(
    row: Pick<RowContent, 'currencyCode' | 'accountName' | 'accountNumber' | 'emailAddress' | 'amount'>,
    isFirstTime: boolean,
  ): void;
  /** How many payees there are, and how many of them were not paid before. */
  count(): { readonly count: number; readonly firstTime: number };
  largest(clock: Pick<Clock, 'turn'>): Promise<ReleasedPayee[]>;
  /** All of them, the largest of each currency first. */
  all(): ReleasedPayee[];
};

/** Adds up what rows pay to each payee, per currency. */
export function payeeSums(): PayeeSums {
  const payees = new Set<string>();
  const unpaid = new Set<string>();
  const sums = new Map<string, PayeeSum>();
  return {
    add(row, isFirstTime) {
      const payee = payeeKeyOf(row);
      payees.add(payee);
      if (isFirstTime) unpaid.add(payee);
      const key = `${row.currencyCode} ${payee}`;
      sums.set(key, added(sums.get(key), row, isFirstTime));
    },
    count: () => ({ count: payees.size, firstTime: unpaid.size }),
    largest: async (clock) => (await largestOf(clock, sums)).map(toReleased),
    all: () =>
      [...sums.values()]
        .toSorted(
          (left, right) => left.currencyCode.localeCompare(right.currencyCode) || largestFirst(left, right),
        )
        .map(toReleased),
  };
}

function added(
  before: PayeeSum | undefined,
  { currencyCode, accountName, accountNumber, emailAddress, amount }: Parameters<PayeeSums['add']>[0],
  isFirstTime: boolean,
): PayeeSum {
  const more = parseDecimal(amount) ?? zeroDecimal;
  return {
    currencyCode,
    accountName: before?.accountName ?? accountName,
    account: before?.account ?? (accountNumber || emailAddress),
    payouts: (before?.payouts ?? 0) + 1,
    isFirstTime: isFirstTime || before?.isFirstTime === true,
    sum: before === undefined ? more : addDecimals(before.sum, more),
  };
}

/** Without sorting all of them, which would block the process for a third of a second. */
async function largestOf(
  clock: Pick<Clock, 'turn'>,
  sums: ReadonlyMap<string, PayeeSum>,
): Promise<PayeeSum[]> {
  const ofCurrencies = new Map<string, PayeeSum[]>();
  for await (const some of slicesOf(clock, [...sums.values()], rowsAtOnce))
    for (const sum of some) {
      const largest = ofCurrencies.get(sum.currencyCode) ?? [];
      const smallest = largest.at(-1);
      if (largest.length < largestOfCurrency || smallest === undefined || largestFirst(sum, smallest) < 0)
        ofCurrencies.set(
          sum.currencyCode,
          [...largest, sum].toSorted(largestFirst).slice(0, largestOfCurrency),
        );
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
