import type { CheckReport } from '../../treasury.ts';
import { moneyText } from '../numbers.ts';

type Fund = Pick<CheckReport['funds'][number], 'currencyCode' | 'gap' | 'floor'>;

/**
 * The shortfall of a balance for a batch, above its floor if there is one: `Short by 5.00 EUR`; null if there is none, or it is
 * unknown.
 */
export function shortText({ currencyCode, gap, floor }: Fund): string | null {
  if (gap === null || gap === '0') return null;
  const short = `Short by ${moneyText({ amount: gap, currencyCode })}`;
  return floor === null ? short : `${short} above the floor of ${moneyText({ amount: floor, currencyCode })}`;
}
