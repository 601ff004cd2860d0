import { formatDecimal, parseDecimal, shortestDecimal } from '../../../../contract/money/decimal.ts';
import type { Money } from '../../../../contract/money/money.ts';
import { pagesOfBatch } from '../../payments/pages.ts';
import type { CoreContext } from '../../context.ts';
import type { StoredPayment } from '../../ports/index.ts';
import { payoutGroups } from '../../treasury/committed.ts';
import type { PayoutGroup } from '../../treasury/estimated-fees.ts';

/** What rows of the same money ask for. */
export type Wish = {
  readonly paymentMethodCode: string;
  readonly paymentOperatorCode: string;
  readonly firstRowNumber: number;
  rows: number;
};

/** One amount, by value, and currency of a batch, with what its rows ask for. */
export type MoneyWishes = { readonly money: Money; readonly wishes: Map<string, Wish> };

/** Every distinct amount and currency of a batch, in the order in which they first appear; reads it in pieces. */
export async function gatherWishes(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  batchId: string,
): Promise<MoneyWishes[]> {
  const wishes = wishCollector();
  for await (const payments of pagesOfBatch(store, clock, batchId))
    for (const row of payments) wishes.add(row);
  return wishes.list();
}

type WishedRow = Pick<
  StoredPayment,
  'amount' | 'currencyCode' | 'paymentMethodCode' | 'paymentOperatorCode' | 'rowNumber'
>;

/** Gathers what rows ask for. */
export function wishCollector(): { add(row: WishedRow): void; list(): MoneyWishes[] } {
  const found = new Map<string, MoneyWishes>();
  return {
    add: ({ amount, currencyCode, paymentMethodCode, paymentOperatorCode, rowNumber }) => {
      const key = moneyKeyOf({ amount, currencyCode });
      const ofMoney = found.get(key) ?? { money: { amount, currencyCode }, wishes: new Map<string, Wish>() };
      found.set(key, ofMoney);
      const wishKey = JSON.stringify([paymentMethodCode, paymentOperatorCode]);
      const wish = ofMoney.wishes.get(wishKey);
      if (wish !== undefined) wish.rows += 1;
      else
        ofMoney.wishes.set(wishKey, {
          paymentMethodCode,
          paymentOperatorCode,
          firstRowNumber: rowNumber,
          rows: 1,
        });
    },
    list: () => [...found.values()],
  };
}

/** Equal for the same amount, however it is written, and currency. */
export function moneyKeyOf({ amount, currencyCode }: Money): string {
  return `${currencyCode} ${byValue(amount)}`;
}

/** The payouts of a batch by method and currency. */
export function groupsOf(wishes: readonly MoneyWishes[]): PayoutGroup[] {
  const groups = payoutGroups();
  for (const { money, wishes: ofMoney } of wishes)
    for (const { paymentMethodCode, rows } of ofMoney.values())
      groups.add({ ...money, paymentMethodCode }, rows);
  return groups.list();
}

/** `1.50` and `1.5` are one amount. */
function byValue(amount: string): string {
  const decimal = parseDecimal(amount);
  return decimal === null ? amount : formatDecimal(shortestDecimal(decimal));
}
