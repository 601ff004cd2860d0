import { formatDecimal, parseDecimal, shortestDecimal } from '../../../../contract/money/decimal.ts';
import type { Money } from '../../../../contract/money/money.ts';
import { pagesOfBatch } from '../../payments/pages.ts';
import type { CoreContext } from '../../context.ts';
import type { Clock, StoredPayment } from '../../ports/index.ts';
import { payoutGroups } from '../../treasury/committed.ts';
import type { PayoutGroup } from '../../treasury/estimated-fees.ts';

const wishesAtOnce = 1000;

/** What rows with the same amount and currency ask for. */
export type Wish = {
  readonly paymentMethodCode: string;
  readonly paymentOperatorCode: string;
  readonly firstRowNumber: number;
  rows: number;
};

/** One amount, by value, and currency of a batch, with what its rows ask for. */
export type MoneyWishes = {
  /** See `moneyKeyOf`. */
  readonly key: string;
  readonly money: Money;
  readonly wishes: readonly Wish[];
};

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

/** Rows with the same amount nearly always ask for one method; an index exists only above this number. */
const mostUnindexed = 8;

/** Gathers what rows ask for. */
export function wishCollector(): { add(row: WishedRow): void; list(): MoneyWishes[] } {
  const found = new Map<string, MoneyWishes & { readonly wishes: Wish[] }>();
  const indexes = new Map<string, Map<string, Wish>>();
  const find = (
    key: string,
    wishes: readonly Wish[],
    { paymentMethodCode, paymentOperatorCode }: WishedRow,
  ) =>
    wishes.length <= mostUnindexed
      ? wishes.find(
          (wish) =>
            wish.paymentMethodCode === paymentMethodCode && wish.paymentOperatorCode === paymentOperatorCode,
        )
      : indexes.get(key)?.get(wishKeyOf({ paymentMethodCode, paymentOperatorCode }));
  return {
    add: (row) => {
      const { amount, currencyCode, paymentMethodCode, paymentOperatorCode, rowNumber } = row;
      const key = moneyKeyOf({ amount, currencyCode });
      const wish = { paymentMethodCode, paymentOperatorCode, firstRowNumber: rowNumber, rows: 1 };
      const ofMoney = found.get(key);
      if (ofMoney === undefined) {
        // Not pushed into an empty array, which reserves room for many elements: nearly every amount has one row.
        found.set(key, { key, money: { amount, currencyCode }, wishes: [wish] });
        return;
      }
      const known = find(key, ofMoney.wishes, row);
      if (known !== undefined) {
        known.rows += 1;
        return;
      }
      ofMoney.wishes.push(wish);
      if (ofMoney.wishes.length <= mostUnindexed) return;
      const index =
        indexes.get(key) ?? new Map(ofMoney.wishes.map((each) => [wishKeyOf(each), each] as const));
      indexes.set(key, index.set(wishKeyOf(wish), wish));
    },
    list: () => [...found.values()],
  };
}

function wishKeyOf(wish: Pick<Wish, 'paymentMethodCode' | 'paymentOperatorCode'>): string {
  return JSON.stringify([wish.paymentMethodCode, wish.paymentOperatorCode]);
}

/** Equal for the same amount, however it is written, and currency. */
export function moneyKeyOf({ amount, currencyCode }: Money): string {
  return `${currencyCode} ${byValue(amount)}`;
}

/** The payouts of a batch by method and currency. */
export async function groupsOf(clock: Clock, wishes: readonly MoneyWishes[]): Promise<PayoutGroup[]> {
  const groups = payoutGroups();
  for (const [index, { money, wishes: ofMoney }] of wishes.entries()) {
    for (const { paymentMethodCode, rows } of ofMoney) groups.add({ ...money, paymentMethodCode }, rows);
    if (index % wishesAtOnce === wishesAtOnce - 1) await clock.turn();
  }
  return groups.list();
}

/** `1.50` and `1.5` are one amount. */
function byValue(amount: string): string {
  const decimal = parseDecimal(amount);
  return decimal === null ? amount : formatDecimal(shortestDecimal(decimal));
}
