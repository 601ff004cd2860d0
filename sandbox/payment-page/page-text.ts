import type { Money } from '../../contract/money/money.ts';

/** An amount with thousands separators, followed by its currency: `1,234.50 EUR`. Keeps every digit. */
export function moneyText({ amount, currencyCode }: Money): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`} ${currencyCode}`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The gateway's time for people: `5 Jan 2026, 12:00 UTC`; the raw text if it is not a time. */
export function timeText(timestamp: string): string {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? timestamp : `${day.format(at)} UTC`;
}

/** The host of an address, to show a person where a link leads. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
