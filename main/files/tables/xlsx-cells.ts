import { dayMs } from '../../../contract/duration.ts';
import { plainDecimal } from '../../../contract/money/decimal.ts';
import { beginsWithDay } from '../../../contract/possible-time.ts';
import { undefused } from '../../../contract/text/files/defuse.ts';
import { notCalculated, struckThrough } from '../cells/cells.ts';
import { textOf, type Cell } from './table.ts';
import { withDigits, type NumberFormat } from './xlsx-formats.ts';
import { Unread, unescaped } from './xlsx-parts.ts';
import type { CellText, SharedTexts } from './xlsx-texts.ts';

/** A cell as a worksheet has it. */
type StoredCell = {
  /** Absent: a number. */
  readonly type: string;
  /** The number of its style; null if it has that of the workbook. */
  readonly style: string | null;
  /** Null if it has none, which is not the same as an empty one. */
  readonly value: string | null;
  /** Of a cell that has its own text. */
  readonly text: CellText | null;
  readonly hasFormula: boolean;
};

/** What a workbook says of all its cells. */
export type CellRules = {
  readonly texts: SharedTexts;
  /** How numbers are shown, by the number of the style. */
  readonly formats: readonly (NumberFormat | null)[];
  /** Whether a style strikes through what is in its cells. */
  readonly struck: readonly boolean[];
  readonly areStale: boolean;
  readonly isFrom1904: boolean;
};

/** A cell as a person sees it; '' if it is empty. Throws `Unread` if it is none that a spreadsheet program writes. */
export function cellOf(cell: StoredCell, rules: CellRules): Cell {
  const isStruck = rules.struck[styleOf(cell)] === true;
  if (isUncalculated(cell, rules)) return notCalculated;
  if (cell.type === 'inlineStr') return undefused(cell.text?.whole(isStruck) ?? '');
  const value = cell.value?.trim() ?? '';
  if (value === '') return '';
  if (cell.type === 's') return undefused(rules.texts.at(Number(value), isStruck) ?? unreadable());
  const seen = valueOf(cell, value, rules);
  return isStruck ? struckThrough(textOf(seen)) : seen;
}

function valueOf(cell: StoredCell, value: string, rules: CellRules): Cell {
  switch (cell.type) {
    case 'n':
      return numberAsShown(value, formatOf(cell, rules), rules);
    case 'str':
    // An error such as #N/A: an account that a lookup did not find is not empty.
    case 'e':
      return undefused(unescaped(value).trim());
    case 'b':
      return truths[value] ?? unreadable();
    case 'd':
      return isoDay(value) ?? unreadable();
    default:
      return unreadable();
  }
}

/**
 * Whether a formula was never calculated, or its value may be old. Programs that write workbooks leave the values to the spreadsheet program,
 * which calculates them when it opens the file. A text that was calculated may be empty.
 */
function isUncalculated({ type, value, hasFormula }: StoredCell, { areStale }: CellRules): boolean {
  if (!hasFormula) return false;
  return areStale || value === null || (value === '' && type !== 'str');
}

/** A day or time of ISO 8601 as `dayOf` returns it; null if it is none. Without a zone it means what is shown, as every time of a workbook does. */
function isoDay(value: string): string | null {
  if (!beginsWithDay(value)) return null;
  return timeText(Date.parse(/T[\d:.]+$/.test(value) ? `${value}Z` : value));
}

const truths: Readonly<Record<string, string>> = { '0': 'FALSE', '1': 'TRUE' };

function unreadable(): never {
  throw new Unread('broken');
}

/** A cell that names no style has the first one, which is that of the whole workbook. */
function styleOf({ style }: StoredCell): number {
  return Number(style ?? 0);
}

function formatOf(cell: StoredCell, { formats }: CellRules): NumberFormat | null {
  const format = formats[styleOf(cell)];
  return format === undefined && cell.style !== null ? unreadable() : (format ?? null);
}

function numberAsShown(digits: string, format: NumberFormat | null, { isFrom1904 }: CellRules): Cell {
  switch (format?.kind) {
    case 'hidden':
      // Only numbers above zero are certain to be hidden.
      return digits.startsWith('-') ? numberOf(digits) : '';
    case 'digits':
      return withDigits(digits, format.pattern) ?? numberOf(digits);
    case 'day':
      return dayOf(Number(digits), isFrom1904) ?? numberOf(digits);
    case 'sign': {
      const number = numberOf(digits);
      return typeof number === 'string' ? number : { ...number, sign: format.sign };
    }
    default:
      return numberOf(digits);
  }
}

/** Days between the day 0 of a workbook and that of computers, 1970-01-01. */
const daysFrom1900 = 25_569;
const daysFrom1904 = 24_107;
const lastMs = 8.64e15;

/** What is shown for a number of days; null if it is no time. */
function dayOf(days: number, isFrom1904: boolean): string | null {
  return timeText(Math.round((days - (isFrom1904 ? daysFrom1904 : daysFrom1900)) * dayMs));
}

/** A day as 2026-12-31, with its time if it has one; null if it is none. */
function timeText(ms: number): string | null {
  // False for what is no number, too.
  return Math.abs(ms) <= lastMs ? new Date(ms).toISOString().replace('T00:00:00.000Z', '') : null;
}

/**
 * A number as a plain decimal. Spreadsheets store numbers in binary and write up to 17 digits of them, so 1234.1 is in the file as
 * 1234.0999999999999; what was typed is the shortest decimal that is stored as the same number. Whole numbers, and those with
 * fewer digits, are in the file as typed. Text if it is not a number of a usual size.
 */
function numberOf(digits: string): Cell {
  const plain = plainDecimal(digits);
  if (plain === null || isShortened(digits, plain)) return digits;
  const significant = plain.replaceAll(/^-?[0.]*|\./g, '').length;
  const isBinary = plain.includes('.') && (significant === 16 || significant === 17);
  const shortest = isBinary ? plainDecimal(String(Number(plain))) : null;
  const isShorter = shortest !== null && shortest.replaceAll(/^-?[0.]*|\./g, '').length <= 15;
  const number = withoutEmptyDecimals(isShorter ? shortest : plain);
  return mayLackDigits(number) ? { number, shortened: Number(number).toExponential() } : { number };
}

/**
 * Whether a whole number may have had other digits: Excel stores 15 of them and fills the rest with zeros, and no spreadsheet
 * number stores more than 16 exactly.
 */
function mayLackDigits(whole: string): boolean {
  // Longer ones are too long for an account, whatever their digits.
  if (!/^\d{16,100}$/.test(whole)) return false;
  return (
    isFilled(whole) || (!Number.isSafeInteger(Number(whole)) && plainDecimal(String(Number(whole))) === whole)
  );
}

/** Whether a spreadsheet, which stores 15 digits, has lost the others of a whole number. */
function isShortened(digits: string, plain: string): boolean {
  return /e/i.test(digits) && isFilled(plain);
}

/** Whether only zeros follow the 15 digits of a long whole number. */
function isFilled(plain: string): boolean {
  return /^-?\d{16,}$/.test(plain) && plain.replaceAll(/^-|0+$/g, '').length <= 15;
}

/** 100.0, as some programs write whole numbers, is 100; other zeros stay. */
function withoutEmptyDecimals(plain: string): string {
  return plain.replace(/\.0+$/, '');
}
