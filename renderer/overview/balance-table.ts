import { compareDecimals, parseDecimal } from '../../contract/money/decimal.ts';
import type { Balance } from '../../contract/treasury.ts';

/** The names of amounts over all currencies, what can be spent first, then in the order in which the gateway gave them. */
export function amountNames(balances: readonly Balance[]): string[] {
  const names = new Set(balances.flatMap(({ amounts }) => amounts.map(({ name }) => name)));
  return [...names].toSorted((left, right) => Number(isSpendable(right)) - Number(isSpendable(left)));
}

function isSpendable(name: string): boolean {
  return name.toLowerCase() === 'available';
}

/** The amount of a currency that its limit is about: the available one, else the first. */
export function mainAmount({ amounts }: Balance): string | null {
  return (amounts.find(({ name }) => isSpendable(name)) ?? amounts[0])?.amount ?? null;
}

/** Whether an amount is below a limit; false where either cannot be compared. */
export function isBelow(amount: string | null, limit: string | null): boolean {
  const left = amount === null ? null : parseDecimal(amount);
  const right = limit === null ? null : parseDecimal(limit);
  return left !== null && right !== null && compareDecimals(left, right) < 0;
}

/** A name as the gateway gave it, made readable: `availableBalance` is `Available balance`. */
export function amountTitle(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
