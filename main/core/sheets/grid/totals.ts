import { addDecimals, formatDecimal, decimalOf, zeroDecimal } from '../../../../contract/money/decimal.ts';
import type { CurrencyTotal, ReportedMoney } from '../../../../contract/money/money.ts';

/** Totals per currency that are updated with the rows. */
type SheetTotals = {
  add(money: ReportedMoney): void;
  remove(money: ReportedMoney): void;
  /** Sorted by currency; each total has as many decimals as the most precise amount. */
  list(): CurrencyTotal[];
};

type Sums = { count: number; readonly byScale: Map<number, { digits: bigint; count: number }> };

/** Amounts are added up separately by number of decimals, so that a total keeps no decimals of a removed amount. */
export function sheetTotals(): SheetTotals {
  const currencies = new Map<string, Sums>();
  const change = ({ amount, currencyCode }: ReportedMoney, sign: 1 | -1): void => {
    const decimal = decimalOf(amount);
    const sums = currencies.get(currencyCode) ?? { count: 0, byScale: new Map() };
    currencies.set(currencyCode, sums);
    const sum = sums.byScale.get(decimal.scale) ?? { digits: 0n, count: 0 };
    sums.byScale.set(decimal.scale, sum);
    sum.digits += sign === 1 ? decimal.digits : -decimal.digits;
    sum.count += sign;
    sums.count += sign;
    if (sum.count === 0) sums.byScale.delete(decimal.scale);
    if (sums.count === 0) currencies.delete(currencyCode);
  };
  return {
    add: (money) => change(money, 1),
    remove: (money) => change(money, -1),
    list: () =>
      Array.from(currencies, ([currencyCode, { count, byScale }]) => {
        let sum = zeroDecimal;
        for (const [scale, { digits }] of byScale) sum = addDecimals(sum, { digits, scale });
        return { currencyCode, amount: formatDecimal(sum), count };
      }).toSorted((left, right) => (left.currencyCode < right.currencyCode ? -1 : 1)),
  };
}
