import type { Balance } from '../../../contract/treasury.ts';

/** What an amount that can be spent may be called, the likeliest first. */
const spendable = [/^available$/i, /^available/i, /^balance$/i, /^amount$/i];

/** The amount of a balance that can be spent, as a decimal; null where the gateway named no amount. */
export function availableOf({ amounts }: Pick<Balance, 'amounts'>): string | null {
  for (const pattern of spendable) {
    const found = amounts.find(({ name }) => pattern.test(name));
    if (found !== undefined) return found.amount;
  }
  return amounts[0]?.amount ?? null;
}
