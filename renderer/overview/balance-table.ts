import { compareDecimals, parseDecimal } from '../../contract/money/decimal.ts';
import type { Balance } from '../../contract/treasury.ts';

/** The names of amounts over all currencies, spendable ones first, then in the gateway's order. */
export function amountNames(balances: readonly Balance[]): string[] {
  const names = new Set(balances.flatMap(({ amounts }) => amounts.map(({ name }) => name)));
  return [...names].toSorted((left, right) => Number(isSpendable(right)) - Number(isSpendable(left)));
}

function isSpendable(name: string): boolean {
  return name.toLowerCase() === 'available';
}

/** The amount that a currency's limit applies to: the available one, otherwise the first. */
export function mainAmount({ amounts }: Balance): string | null {
  return (amounts.find(({ name }) => isSpendable(name)) ?? amounts[0])?.amount ?? null;
}

/** Whether an amount is below a limit; false if they cannot be compared. */
export function isBelow(amount: string | null, limit: string | null): boolean {
  const left = amount === null ? null : parseDecimal(amount);
  const right = limit === null ? null : parseDecimal(limit);
  return left !== null && right !== null && compareDecimals(left, right) < 0;
}

/** The gateway's name in readable form: `availableBalance` becomes `Available balance`. */
export function amountTitle(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
