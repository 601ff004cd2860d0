import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import type { Fault } from '../problems.ts';

type FitAmount =
  { readonly kind: 'fits'; readonly amount: string } | { readonly kind: 'fault'; readonly fault: Fault };

/**
 * An amount as its currency can have it. Decimals beyond those of ISO 4217 are dropped when they are all zero, so
 * that 100.00 JPY is 100; any other is a fault. Currencies that ISO 4217 does not know keep all decimals.
 * With `hadTwoReadings`, when only other rows tell that the separator was a decimal sign, zeros are a fault too:
 * 2.500 EUR is more likely to be two thousand five hundred in a file of mixed habits than two and a half.
 */
export function fitToCurrency(amount: string, currencyCode: string, hadTwoReadings: boolean): FitAmount {
  const minorUnits = minorUnitsOf(currencyCode);
  const [whole = '', fraction = ''] = amount.split('.');
  if (minorUnits === null || fraction.length <= minorUnits) return { kind: 'fits', amount };
  const surplus = fraction.slice(minorUnits);
  if (hadTwoReadings || !/^0+$/.test(surplus))
    return { kind: 'fault', fault: surplusFault(currencyCode, minorUnits) };
  const kept = fraction.slice(0, minorUnits);
  return { kind: 'fits', amount: kept === '' ? whole : `${whole}.${kept}` };
}

function surplusFault(currencyCode: string, minorUnits: number): Fault {
  const has = minorUnits === 0 ? 'no decimals' : `${minorUnits} decimals`;
  return {
    message: `The amount has too many decimals: ${currencyCode} has ${has}.`,
    expected: `an amount such as ${minorUnits === 0 ? '1234' : `1234.${'50'.padEnd(minorUnits, '0')}`}`,
  };
}
