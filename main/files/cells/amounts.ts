import type { Fault } from '../../../contract/batches/fault.ts';
import { largestFractionDigits, largestWholeDigits } from '../../../contract/money/money.ts';

/** The decimal sign of an amount. */
export type Convention = 'point' | 'comma';

/**
 * The possible values of one amount as text, regardless of its file. Amounts are plain decimals with the digits as written: no
 * leading zeros, trailing zeros kept.
 */
export type AmountReading =
  /** It can be read in one way, and proves that the file uses this convention; null if it fits both. */
  | { readonly kind: 'one'; readonly amount: string; readonly proves: Convention | null }
  /** One separator followed by three digits: thousands under one convention, decimals under the other. */
  | { readonly kind: 'two'; readonly point: string; readonly comma: string }
  | { readonly kind: 'fault'; readonly fault: Fault };

const usual = /^(0|[1-9]\d{0,17})(?:\.(\d{1,18}))?$/;
const longestAmount = 100;
/** The decimals of 12.– and 12,-, as people write round amounts; in 5.00- and 5- it is a minus sign. */
const dashForZeros = /(?<=\d[.,])(?:[-−–—]|--)$/;

/**
 * Reads the trimmed text of one amount exactly, from text to text. Thousands may be separated, in threes, by comma
 * or point (whichever is not the decimal sign), spaces or apostrophes. A dash in place of the decimals stands for zeros.
 */
export function readAmount(text: string): AmountReading {
  const match = usual.exec(text);
  if (match === null) return readUnusual(text);
  const [, whole = '', fraction] = match;
  if (fraction === undefined) return whole === '0' ? { kind: 'fault', fault: zero } : one(text, null);
  const looksGrouped = fraction.length === 3 && whole.length <= 3 && whole !== '0';
  if (looksGrouped) return readUnusual(text);
  return isZero(text) ? { kind: 'fault', fault: zero } : one(text, 'point');
}

function one(amount: string, proves: Convention | null): AmountReading {
  return { kind: 'one', amount, proves };
}

function readUnusual(text: string): AmountReading {
  if (text.length > longestAmount) return { kind: 'fault', fault: tooManyDigits };
  const written = text.replace(dashForZeros, '00');
  const unsigned = written.startsWith('+') ? written.slice(1) : written;
  const point = readAs(unsigned, 'point');
  const comma = readAs(unsigned, 'comma');
  if (point === null && comma === null) return { kind: 'fault', fault: explain(written) };
  const wrong = [point, comma].map(limitFault).find((fault) => fault !== null);
  if (wrong !== undefined) return { kind: 'fault', fault: wrong };
  if (point === null) return comma === null ? { kind: 'fault', fault: unknown } : one(comma, 'comma');
  if (comma === null) return one(point, 'point');
  return point === comma ? one(point, null) : { kind: 'two', point, comma };
}

const patterns: Readonly<Record<Convention, RegExp>> = {
  point: /^(\d*|[1-9]\d{0,2}(?:([, \u00a0\u2009\u202f'’])\d{3})(?:\2\d{3})*)(?:\.(\d+))?$/,
  comma: /^(\d*|[1-9]\d{0,2}(?:([. \u00a0\u2009\u202f'’])\d{3})(?:\2\d{3})*)(?:,(\d+))?$/,
};

/** The amount under one convention; `null` if it cannot be read under it. */
function readAs(text: string, convention: Convention): string | null {
  const match = patterns[convention].exec(text);
  if (match === null) return null;
  const [, grouped = '', , fraction] = match;
  if (grouped === '' && fraction === undefined) return null;
  const whole = grouped.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

function limitFault(amount: string | null): Fault | null {
  if (amount === null) return null;
  const [whole = '', fraction = ''] = amount.split('.');
  if (whole.length > largestWholeDigits || fraction.length > largestFractionDigits) return tooManyDigits;
  return isZero(amount) ? zero : null;
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

const zero: Fault = { code: 'amountZero' };
const tooManyDigits: Fault = { code: 'amountTooManyDigits' };
const unknown: Fault = { code: 'amountNotNumber' };

/** The problem of a text that is not an amount. */
function explain(text: string): Fault {
  if (text === '') return { code: 'amountMissing' };
  // A formula copied as text; its parentheses do not make the amount negative.
  if (text.startsWith('=')) return unknown;
  if (/^[-−–(]|[-−–)]$/.test(text)) return { code: 'amountNegative' };
  if (/^\+?[\d.,]*\d[eE][+-]?\d+$/.test(text)) return { code: 'amountExponent' };
  if (/\d/.test(text) && /[\p{L}\p{Sc}]/u.test(text)) return { code: 'amountWithCurrency' };
  if (/^[\d., \u00a0\u2009\u202f'’]+$/.test(text) && /\d/.test(text)) return { code: 'amountGroups' };
  return unknown;
}
