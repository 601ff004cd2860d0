import type { Balance } from '../treasury.ts';

/** Possible names of the spendable amount, the likeliest first. */
const spendable = [/^available$/i, /^available/i, /^balance$/i, /^amount$/i];

/** How likely a name is that of the spendable amount: the lower, the likelier; infinite if it is another one. */
export function spendableRank(name: string): number {
  const rank = spendable.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank;
}

/** The spendable amount of a balance, as a decimal: the likeliest by its name, otherwise the first; null if the gateway named none. */
export function availableOf({ amounts }: Pick<Balance, 'amounts'>): string | null {
  const likeliest = Math.min(...amounts.map(({ name }) => spendableRank(name)));
  const found = amounts.find(({ name }) => spendableRank(name) === likeliest);
  return found?.amount ?? null;
}
