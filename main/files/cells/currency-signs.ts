import type { Fault } from '../../../contract/batches/fault.ts';
import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { readCurrencyCode } from './cells.ts';

/** Signs of a single currency; `$`, `¥` and others have several. */
const ownSigns: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₿', 'BTC'],
  ['us$', 'USD'],
]);

/** Letters by which people write a currency, in lower case and without a final point, and the currencies that they are written for. */
const letterSigns: ReadonlyMap<string, string> = new Map([
  ['kr', 'DKK ISK NOK SEK'],
  ['fr', 'CHF'],
  ['sfr', 'CHF'],
  ['kč', 'CZK'],
  ['zł', 'PLN'],
  ['ft', 'HUF'],
  ['lei', 'MDL RON'],
  ['лв', 'BGN'],
  ['tl', 'TRY'],
  ['руб', 'RUB'],
  ['р', 'BYN RUB'],
  ['грн', 'UAH'],
  ['din', 'RSD'],
  ['дин', 'RSD'],
  ['ден', 'MKD'],
  ['km', 'BAM'],
  ['r', 'ZAR'],
  ['rm', 'MYR'],
  ['rp', 'IDR'],
  ['rs', 'INR LKR MUR NPR PKR SCR'],
  ['s/', 'PEN'],
  ['nis', 'ILS'],
  ['dh', 'AED MAD'],
  ['dhs', 'AED MAD'],
  ['nt$', 'TWD'],
  ['元', 'CNY TWD'],
  ['円', 'JPY'],
]);

/** A sign as it is compared: `＄` is `$`, and `Kr.` is `kr`. */
function signKey(sign: string): string {
  return sign
    .normalize('NFKC')
    .replaceAll(/[\u200e\u200f]/g, '')
    .toLowerCase()
    .replace(/\.$/, '');
}

/** Whether a text stands for a currency, whichever, when it is beside a number. */
export function isCurrencySign(text: string): boolean {
  const key = signKey(text);
  return /\p{Sc}/u.test(key) || ownSigns.has(key) || letterSigns.has(key) || minorUnitsOf(text) !== null;
}

/** Words that multiply or divide the number beside them, such as Mio. and cents. */
const multiplier =
  /^(?:k|t|m|tsd|tausend|thousands?|mio|mln|mn|million(?:s|en)?|mrd|bn|lakh|lac|crore|ct|cts|cents?|centimes?|pence|rappen)\.?$/i;

/** Thousands or millions of a currency in one word, such as TEUR, k€ and EURm. */
const multipliedCurrency = /^(?:[ktmKTM]([A-Z]{3}|\p{Sc})|([A-Z]{3}|\p{Sc})[ktmKTM])$/u;

export function isMultiplier(word: string): boolean {
  const [, after, before = after] = multipliedCurrency.exec(word) ?? [];
  return multiplier.test(word) || (before !== undefined && isCurrencySign(before));
}

/** The currency of a sign that has no other. */
export function currencyOfSign(sign: string): string | null {
  // A code, as in most rows, is no sign: it need not be compared with any.
  if (/^[A-Z]{3}$/.test(sign)) return null;
  return ownSigns.get(signKey(sign)) ?? null;
}

/** Whether a sign may mean this currency: `$` may mean USD and CAD, and also a token such as USDT. */
export function isSignOf(sign: string, currencyCode: string): boolean {
  if (currencyCode === '') return false;
  const key = signKey(sign);
  if (readCurrencyCode(sign.toUpperCase()) === currencyCode || ownSigns.get(key) === currencyCode)
    return true;
  if (letterSigns.get(key)?.split(' ').includes(currencyCode) === true) return true;
  const iso = /^[A-Z]{3}/.exec(currencyCode)?.[0];
  if (iso === undefined) return false;
  const signs = signsOf(iso);
  if (iso !== currencyCode) return /^\p{Sc}$/u.test(key) && signs.has(key);
  // CA$ and $CA.
  const [bare = ''] = /\p{Sc}/u.exec(key) ?? [];
  return signs.has(key) || (signs.has(bare) && isCountryOf(key.replace(bare, ''), currencyCode));
}

function isCountryOf(letters: string, currencyCode: string): boolean {
  return currencyCode.toLowerCase().startsWith(letters);
}

const known = new Map<string, ReadonlySet<string>>();

/** The signs of a currency in English and in the country that its code begins with. */
function signsOf(currencyCode: string): ReadonlySet<string> {
  const found = known.get(currencyCode);
  if (found !== undefined) return found;
  const local = new Intl.Locale(`und-${currencyCode.slice(0, 2)}`).maximize().baseName;
  const signs = new Set(
    ['en', local].flatMap((locale) =>
      (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
        const format = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: currencyCode,
          currencyDisplay,
        });
        const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
        return sign === undefined ? [] : [signKey(sign)];
      }),
    ),
  );
  known.set(currencyCode, signs);
  return signs;
}

const sign = String.raw`\p{Sc}\p{L}{0,2}|\p{L}{1,3}\p{Sc}|\p{L}[\p{L}./]{1,4}`;
const numberWithSigns = new RegExp(`^(${sign})?\\s*(\\d(?:.*?\\d)?(?:[.,][-−–—]+)?)\\s*(${sign})?$`, 'u');

/** A number and the words or signs around it, one at most on each side; null if it is anything else. */
export function withoutSigns(text: string): { readonly number: string; readonly signs: string[] } | null {
  const [, before, number, after] = numberWithSigns.exec(text) ?? [];
  if (number === undefined) return null;
  return { number, signs: [before, after].filter((each) => each !== undefined) };
}

/** The fault of an amount that has a currency sign beside it: another one if it is not of the currency of its row. */
export function signFault(text: string, fault: Fault, currencyCode: string): Fault {
  if (fault.code !== 'amountWithCurrency' || currencyCode === '') return fault;
  const other = withoutSigns(text)?.signs.find(
    (each) => isCurrencySign(each) && !isSignOf(each, currencyCode),
  );
  return other === undefined ? fault : { code: 'amountOtherCurrency', sign: other, currencyCode };
}
