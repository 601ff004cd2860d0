import { minorUnitsOf } from '../../contract/currencies.ts';

/** Puts commas between the thousands of a plain decimal text. The digits stay as they are; nothing is rounded. */
export function formatAmount(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** As `formatAmount`, with as many decimals as the currency has at least: `12.5` euros are `12.50`. Only zeros are added. */
export function formatAmountOf(amount: string, currencyCode: string): string {
  const decimals = minorUnitsOf(currencyCode) ?? 0;
  const [whole = '', fraction = ''] = amount.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return formatAmount(padded === '' ? whole : `${whole}.${padded}`);
}

/** Money as a text: `1,234.50 EUR`; without a currency code the amount alone. */
export function AmountText(amount: string, currencyCode?: string): string {
  return currencyCode === undefined
    ? formatAmount(amount)
    : `${formatAmountOf(amount, currencyCode)} ${currencyCode}`;
}

/** A count with its thousands apart: `1,204`. */
export function CountText(count: number): string {
  return formatAmount(String(count));
}
