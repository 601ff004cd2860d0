import type { Money } from '../../money/money.ts';
import type { CheckReport } from '../../treasury.ts';
import { moneyText } from '../numbers.ts';

type Funds = CheckReport['funds'];
type Fund = Pick<Funds[number], 'currencyCode' | 'gap' | 'floor'>;

/**
 * The shortfall of a balance for a batch, above its floor if there is one: `Short by 5.00 EUR`; null if there is none, or it is
 * unknown.
 */
export function shortText({ currencyCode, gap, floor }: Fund): string | null {
  if (gap === null || gap === '0') return null;
  return `Short by ${missingText({ amount: gap, currencyCode, floor })}`;
}

/** What is missing of a currency, above its floor if there is one: `5.00 EUR above the floor of 100.00 EUR`. */
export function missingText({
  amount,
  currencyCode,
  floor,
}: Money & { readonly floor: string | null }): string {
  const missing = moneyText({ amount, currencyCode });
  return floor === null
    ? missing
    : `${missing} above the floor of ${moneyText({ amount: floor, currencyCode })}`;
}

/** What becomes of a release that is short above its floors. */
export const floorHoldsText = 'Bursar sends what the floor allows, and the rest waits for money.';

/** Which balances are not known, and why: `Balance not loaded yet in EUR`; null if all are known. */
export function unknownBalancesText(
  funds: readonly Pick<Funds[number], 'currencyCode' | 'available' | 'asOf'>[],
): string | null {
  const unknown = funds.filter(({ available }) => available === null);
  if (unknown.length === 0) return null;
  // Somebody may have asked for the balances of other currencies alone.
  const why = unknown.some(({ asOf }) => asOf === null)
    ? 'Balance not loaded yet'
    : 'The balances last read do not say what is available';
  return `${why} in ${unknown.map(({ currencyCode }) => currencyCode).join(', ')}`;
}
