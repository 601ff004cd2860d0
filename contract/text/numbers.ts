import { minorUnitsOf } from '../money/currencies.ts';
import type { ReportedMoney } from '../money/money.ts';

/** An amount or count with thousands separators: `1234.50` is `1,234.50`. Nothing is rounded. */
export function groupedAmount(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A typed amount without its thousands separators: the reverse of `groupedAmount`. A comma anywhere else stays, so that the amount
 * is refused: `500,50` is not 50,050.
 */
export function plainAmount(typed: string): string {
  const text = typed.trim();
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** As `groupedAmount`, with at least the currency's own decimals: `12.5` euros are `12.50`. Only zeros are added. */
export function amountIn(amount: string, currencyCode: string): string {
  const decimals = minorUnitsOf(currencyCode) ?? 0;
  const [whole = '', fraction = ''] = amount.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return groupedAmount(padded === '' ? whole : `${whole}.${padded}`);
}

/** Money: `1,234.50 EUR`. */
export function moneyText({ amount, currencyCode }: ReportedMoney): string {
  return `${amountIn(amount, currencyCode)} ${currencyCode}`;
}

/** A count with thousands separators: `1,204`. */
export function countText(count: number): string {
  return groupedAmount(String(count));
}

/** A count with its noun: `1 payout`, `1,204 payouts`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A share from 0 to 1 in percent: `99.9 %`. Only all is `100.0 %`, and only none `0.0 %`. */
export function shareText(share: number): string {
  const permille = Math.round(share * 1000);
  const shown = share === 0 || share === 1 ? permille : Math.min(Math.max(permille, 1), 999);
  return `${(shown / 10).toFixed(1)} %`;
}

/** How often something happened: `once`, `3 times`. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : counted(count, 'time');
}

/** A duration, rounded up: `45 seconds`, `2 minutes`, `1 hour 5 minutes`. */
export function durationText(seconds: number): string {
  const rounded = Math.max(0, Math.ceil(seconds));
  if (rounded < 90) return counted(rounded, 'second');
  const minutes = Math.ceil(rounded / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  if (minutes >= 48 * 60) return counted(Math.round(minutes / (24 * 60)), 'day');
  const rest = minutes % 60;
  const hours = counted(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${counted(rest, 'minute')}`;
}

/** Shortens in the middle: the beginning and the end of an account or order ID identify it. */
export function shortened(text: string, width: number): string {
  if (text.length <= width) return text;
  const characters = Array.from(text);
  if (characters.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (width - 1 - head)).join('')}`;
}

const bytesPerMegabyte = 1_000_000;

/** A size in bytes: `12 kB`, `68 MB`, `1.2 GB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / bytesPerMegabyte;
  if (megabytes < 1) return `${Math.ceil(bytes / 1000)} kB`;
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}

/** Why two amounts match nothing. */
export const amountsReversedText = 'The highest amount is below the lowest.';
