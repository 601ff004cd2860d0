import {
  addDecimals,
  compareDecimals,
  decimalOf,
  formatDecimal,
  negated,
  parseDecimal,
  shortestDecimal,
  zeroDecimal,
} from './decimal.ts';

const shortest = /^[1-9]\d{0,50}(?:\.\d{0,50}[1-9])?$/;

/** The amount without redundant zeros: `1.50` and `1.5` are one amount. A text that is no amount stays as it is. */
export function shortestAmount(text: string): string {
  const decimal = shortest.test(text) ? null : parseDecimal(text);
  return decimal === null ? text : formatDecimal(shortestDecimal(decimal));
}

const looksGrouped = /^-?\d+\.\d{3}$/;

/**
 * The amount as a spreadsheet gets it. One whose decimal sign is the comma reads three decimals as thousands, and an import as one of two
 * amounts: with a fourth decimal nobody can.
 */
export function ungroupedAmount(amount: string): string {
  return looksGrouped.test(amount) ? `${amount}0` : amount;
}

/** The exact sum of two decimal texts, with the larger of the two scales. */
export function addAmounts(left: string, right: string): string {
  return formatDecimal(addDecimals(decimalOf(left), decimalOf(right)));
}

/** The same amount with the other sign; zero has none. */
export function negateAmount(amount: string): string {
  return formatDecimal(negated(decimalOf(amount)));
}

/** The exact difference `left - right`. */
export function subtractAmounts(left: string, right: string): string {
  return addAmounts(left, negateAmount(right));
}

/** Negative, zero or positive as left is smaller than, equal to or larger than right, by value. */
export function compareAmounts(left: string, right: string): number {
  return compareDecimals(decimalOf(left), decimalOf(right));
}

/** Whether an amount is below a limit; false if they cannot be compared. */
export function isBelow(amount: string | null, limit: string | null): boolean {
  const left = amount === null ? null : parseDecimal(amount);
  const right = limit === null ? null : parseDecimal(limit);
  return left !== null && right !== null && compareDecimals(left, right) < 0;
}

/** The exact sum of all of them; `0` if there are none. */
export function sumAmounts(amounts: Iterable<string>): string {
  let sum = zeroDecimal;
  for (const amount of amounts) sum = addDecimals(sum, decimalOf(amount));
  return formatDecimal(sum);
}

/** Whether this is zero, however it is written. */
export function isZeroAmount(amount: string): boolean {
  return decimalOf(amount).digits === 0n;
}
