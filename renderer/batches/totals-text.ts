import type { CurrencyTotal } from '../../contract/money/money.ts';
import { counted, moneyText } from '../../contract/text/numbers.ts';

/** The number of letters that `Totals` shows of the first total and of the number it leaves out. */
export function totalText([first, ...others]: readonly CurrencyTotal[]): string {
  if (first === undefined) return '';
  return others.length === 0 ? moneyText(first) : `${moneyText(first)} +${others.length}`;
}

/** How many of these rows are in no total, because their amount or currency cannot be read; null: none. */
export function notInTotals(rows: number, totals: readonly CurrencyTotal[]): string | null {
  const left = totals.reduce((rest, { count }) => rest - count, rows);
  return left <= 0 || totals.length === 0
    ? null
    : `${counted(left, 'row')} not in ${totals.length === 1 ? 'the total' : 'the totals'}`;
}
