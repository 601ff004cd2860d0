import { shortestAmount } from '../../../../contract/money/amount.ts';
import type { Money } from '../../../../contract/money/money.ts';
import { contentPagesOfBatch, slicesOf } from '../../payments/pages.ts';
import type { StoreContext } from '../../context/context.ts';
import type { Clock, RowContent } from '../../ports/index.ts';
import { payoutGroups } from '../../treasury/committed.ts';
import type { PayoutGroup } from '../../treasury/estimated-fees.ts';

const groupsAtOnce = 1000;

/** What rows with the same amount and currency ask for. */
export type MethodUse = {
  readonly paymentMethodCode: string;
  readonly paymentOperatorCode: string;
  readonly firstRowNumber: number;
  rows: number;
};

/** One amount, by value, and currency of a batch, with what its rows ask for. */
export type MoneyMethods = {
  /** See `moneyKeyOf`. */
  readonly key: string;
  readonly money: Money;
  readonly uses: readonly MethodUse[];
};

/** Every distinct amount and currency of a batch, in the order in which they first appear; reads it in pieces. */
export async function gatherMethods(
  { store, clock }: StoreContext,
  batchId: string,
): Promise<MoneyMethods[]> {
  const moneyMethods = methodCollector();
  for await (const payments of contentPagesOfBatch(store, clock, batchId))
    for (const row of payments) moneyMethods.add(row);
  return moneyMethods.list();
}

type MethodRow = Pick<
  RowContent,
  'amount' | 'currencyCode' | 'paymentMethodCode' | 'paymentOperatorCode' | 'rowNumber'
>;

/** Rows with the same amount nearly always ask for one method; an index exists only above this number. */
const mostUnindexed = 8;

/** Gathers what rows ask for. */
export function methodCollector(): { add(row: MethodRow): void; list(): MoneyMethods[] } {
  const found = new Map<string, MoneyMethods & { readonly uses: MethodUse[] }>();
  const indexes = new Map<string, Map<string, MethodUse>>();
  const find = (
    key: string,
    uses: readonly MethodUse[],
    { paymentMethodCode, paymentOperatorCode }: MethodRow,
  ) =>
    uses.length <= mostUnindexed
      ? uses.find(
          (use) =>
            use.paymentMethodCode === paymentMethodCode && use.paymentOperatorCode === paymentOperatorCode,
        )
      : indexes.get(key)?.get(methodKeyOf({ paymentMethodCode, paymentOperatorCode }));
  return {
    add: (row) => {
      const { amount, currencyCode, paymentMethodCode, paymentOperatorCode, rowNumber } = row;
      const key = moneyKeyOf({ amount, currencyCode });
      const use = { paymentMethodCode, paymentOperatorCode, firstRowNumber: rowNumber, rows: 1 };
      const ofMoney = found.get(key);
      if (ofMoney === undefined) {
        // Not pushed into an empty array, which reserves room for many elements: nearly every amount has one row.
        found.set(key, { key, money: { amount, currencyCode }, uses: [use] });
        return;
      }
      const known = find(key, ofMoney.uses, row);
      if (known !== undefined) {
        known.rows += 1;
        return;
      }
      ofMoney.uses.push(use);
      if (ofMoney.uses.length <= mostUnindexed) return;
      const index =
        indexes.get(key) ?? new Map(ofMoney.uses.map((each) => [methodKeyOf(each), each] as const));
      indexes.set(key, index.set(methodKeyOf(use), use));
    },
    list: () => [...found.values()],
  };
}

function methodKeyOf(use: Pick<MethodUse, 'paymentMethodCode' | 'paymentOperatorCode'>): string {
  return JSON.stringify([use.paymentMethodCode, use.paymentOperatorCode]);
}

/** Equal for the same amount, however it is written, and currency. */
export function moneyKeyOf({ amount, currencyCode }: Money): string {
  return `${currencyCode} ${shortestAmount(amount)}`;
}

/** The payouts of a batch by method and currency. */
export async function groupsOf(clock: Clock, moneyMethods: readonly MoneyMethods[]): Promise<PayoutGroup[]> {
  const groups = payoutGroups();
  for await (const some of slicesOf(clock, moneyMethods, groupsAtOnce))
    for (const { money, uses: ofMoney } of some)
      for (const { paymentMethodCode, rows } of ofMoney) groups.add({ ...money, paymentMethodCode }, rows);
  return groups.list();
}
