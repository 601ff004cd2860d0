import type { Fault } from '../../../contract/batches/fault.ts';
import { minorUnitsOf } from '../../../contract/money/currencies.ts';

type FitAmount =
  | { readonly kind: 'fits'; readonly amount: string }
  | { readonly kind: 'fault'; readonly fault: Extract<Fault, { code: 'amountDecimals' }> };

/**
 * An amount with the decimals that its currency allows. Decimals beyond those of ISO 4217 are dropped if they are all zero, so
 * that 100.00 JPY is 100; any other is a fault. Currencies that ISO 4217 does not know keep all decimals. `hadTwoReadings`: only
 * other rows show that the separator is a decimal sign; then zeros are a fault too, because 2.500 EUR in a file with mixed
 * conventions is more likely to be two thousand five hundred than two and a half.
 */
export function fitToCurrency(amount: string, currencyCode: string, hadTwoReadings: boolean): FitAmount {
  const minorUnits = minorUnitsOf(currencyCode);
  const [whole = '', fraction = ''] = amount.split('.');
  if (minorUnits === null || fraction.length <= minorUnits) return { kind: 'fits', amount };
  const surplus = fraction.slice(minorUnits);
  if (hadTwoReadings || !/^0+$/.test(surplus))
    return { kind: 'fault', fault: { code: 'amountDecimals', currencyCode, minorUnits, readAs: null } };
  const kept = fraction.slice(0, minorUnits);
  return { kind: 'fits', amount: kept === '' ? whole : `${whole}.${kept}` };
}
