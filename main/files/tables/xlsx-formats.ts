import { plainDecimal } from '../../../contract/money/decimal.ts';
import { isCurrencySign, isMultiplier } from '../cells/currency-signs.ts';
import type { XmlAttributes, XmlHandler } from '../xml/xml-parser.ts';
import { isSet } from './xlsx-parts.ts';

/**
 * How numbers are shown. `digits`: `d` is a digit that is always shown, and the other digits and signs are shown as they are, as in
 * `dddddddd` and `dd-dd-dd`. `sign`: with the sign of a currency, or as percent. `hidden`: not at all. `day`: as a day or a time.
 */
export type NumberFormat =
  | { readonly kind: 'digits'; readonly pattern: string }
  | { readonly kind: 'sign'; readonly sign: string }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'day' };

/** Zeros are digits; in quotes or after a backslash, and as signs, characters are shown as they are. */
const part = /"([0-9+ -]*)"|\\([0-9+ -])|([+ -])|(0)/gy;
const fewestDigits = 2;
/** What is not a digit or a sign of the number: its language, its colour, and space as wide as another character. */
const aroundDigits =
  /\[(?:\$-[\dA-F]+|Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?\d+)\]|_[^"\\]/gi;

/** The first and last of the numbers of formats that show a day or a time and that no workbook spells out, in any language. */
const dayIds = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;
/** The numbers of the formats 0% and 0.00%, which no workbook spells out. */
const percentIds: ReadonlySet<number> = new Set([9, 10]);

/**
 * Reads which cells of a workbook are struck through, and its formats that make a number a day, add digits or hyphens to it, as people write bank codes, accounts and phone
 * numbers, hide it, or add the sign of a currency or a percent sign. The currency formats that a workbook only numbers show the one of the
 * computer, so they say nothing.
 */
export class StylesReader implements XmlHandler {
  /** Whether each font strikes through. */
  readonly #fonts: boolean[] = [];
  readonly #codes = new Map<number, string>();
  readonly #baseStyles: XmlAttributes[] = [];
  readonly #styles: XmlAttributes[] = [];
  #section = '';

  open(element: string, attributes: XmlAttributes): void {
    if (sections.has(element)) this.#section = element;
    else if (this.#section === 'fonts') this.#readFont(element, attributes);
    else if (element === 'xf' && this.#section === 'cellXfs') this.#styles.push(attributes);
    else if (element === 'xf' && this.#section === 'cellStyleXfs') this.#baseStyles.push(attributes);
    else if (element === 'numFmt' && this.#section === 'numFmts')
      this.#codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
  }

  text(): void {}

  close(element: string): void {
    if (element === this.#section) this.#section = '';
  }

  #readFont(element: string, { val = '1' }: XmlAttributes): void {
    if (element === 'font') this.#fonts.push(false);
    else if (element === 'strike') this.#fonts[this.#fonts.length - 1] = isSet(val);
  }

  /** Whether each style of a cell strikes through what is in it, as people cross out a row. */
  struck(): boolean[] {
    return this.#styles.map(({ fontId = '0' }) => this.#fonts[Number(fontId)] ?? false);
  }

  /** The format of each style of a cell; null: nothing that changes what a number is. */
  formats(): (NumberFormat | null)[] {
    return this.#styles.map(({ numFmtId, xfId = '0' }) => {
      const id = Number(numFmtId ?? this.#baseStyles[Number(xfId)]?.['numFmtId'] ?? 0);
      if (dayIds.some(([first, last]) => id >= first && id <= last)) return { kind: 'day' };
      const code = this.#codes.get(id);
      if (code !== undefined) return formatOf(code);
      return percentIds.has(id) ? { kind: 'sign', sign: '%' } : null;
    });
  }
}

const sections: ReadonlySet<string> = new Set(['fonts', 'numFmts', 'cellStyleXfs', 'cellXfs']);

function formatOf(formatCode: string): NumberFormat | null {
  if (isHiding(formatCode)) return { kind: 'hidden' };
  // Of several formats, the first is for numbers above zero; with a condition, it may be any.
  const [ofNumbers = '', ...others] = formatCode.split(';');
  const pattern = patternOf(ofNumbers.replaceAll(aroundDigits, ''));
  if (pattern !== null) return { kind: 'digits', pattern };
  const isConditional = condition.test(ofNumbers);
  for (const code of [ofNumbers, ...(isConditional ? others.slice(0, 2) : [])]) {
    const sign = signIn(code, isConditional);
    if (sign !== null) return { kind: 'sign', sign };
  }
  return showsDay(formatCode) ? { kind: 'day' } : null;
}

/** A currency as `[$kr-41D]`, other conditions in brackets, text in quotes or after a backslash, and space. */
const formatPart = /\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*].|([^])/gu;

const condition = /\[[<>=]/;

/** All hours, minutes or seconds, also more than a day has. */
const elapsedTime = /\[[hms]+\]/i;

/** A place for digits, which formats of days and times have for parts of seconds only; `General` and `@` show a number as it is. */
const showsNumber = /[0#?@]|general/i;
const partsOfSeconds = /s[.,]0+/gi;

const dividedDigits = /[0#?],+(?![0#?,])/;

/** A minus sign or a parenthesis beside all digits, as if numbers above zero were below it. */
const asNegative = /^[^\p{L}\d#?]*[-−(]|[-−]\s*$/u;

/** A point or comma that is only text, in front of digits that are no group of three: 1234 as `0"."00` is shown as 12.34. */
const asDecimals = /[0#?]\|(?:[0#?]{1,2}|[0#?]{4,})$/;

/**
 * What a format shows beside a number that may be of another amount: a currency sign, `Mio. €`, `-`, `%`, or the decimals that the number has
 * not, or thousands without a word for them; null if there is nothing, and for a day or a time.
 */
function signIn(code: string, isConditional: boolean): string | null {
  let inBrackets = '';
  let words = '';
  let digits = '';
  let visible = '';
  let places = '';
  for (const [, currency = '', quoted, behindBackslash, bare = ''] of code.matchAll(formatPart)) {
    if (bare === '%') return bare;
    const asText = quoted ?? behindBackslash;
    inBrackets ||= currency.trim();
    digits += bare;
    visible += asText ?? bare;
    words += currency || (asText ?? (/\p{Sc}/u.test(bare) ? bare : ' '));
    places += /^[.,]$/.test(asText?.trim() ?? '') ? '|' : bare.replace(/[^0#?.]/, '');
  }
  if (!showsNumber.test(digits.replaceAll(partsOfSeconds, ''))) return null;
  if (asDecimals.test(places) && !places.includes('.')) return visible.trim();
  const isDivided = dividedDigits.test(digits);
  // With a condition, the format may be the one for numbers below zero.
  if (asNegative.test(visible) && !isConditional) return '-';
  // k€ and € are one sign where the number is shown in thousands.
  const found = words.match(/\p{L}{0,3}\p{Sc}\p{L}{0,2}|[^\s()+-]+/gu) ?? [];
  if (isDivided && found.length === 0) return visible.trim();
  if (!isDivided && found.some((word) => isMultiplier(word) || /^\d+$/.test(word))) return words.trim();
  const signs = found.map((word) =>
    isDivided ? word.replace(/^\p{L}{1,3}(?=\p{Sc}$)/u, dropMultiplier) : word,
  );
  return signs.find(isCurrencySign) ?? (inBrackets === '' ? null : inBrackets);
}

/** A format without what is shown as it is, or in brackets. */
function bareOf(code: string): string {
  return [...code.matchAll(formatPart)].map((each) => each.at(-1) ?? '').join('');
}

/** Whether numbers above zero are not shown, as by `;;;`: without a place for digits, or for the parts of a date. */
function isHiding(formatCode: string): boolean {
  const [ofNumbers = ''] = formatCode.split(';');
  const isConditional = condition.test(ofNumbers);
  return (
    formatCode !== '' && !isConditional && bareOf(ofNumbers).trim() === '' && !elapsedTime.test(ofNumbers)
  );
}

function dropMultiplier(letters: string): string {
  return isMultiplier(letters) ? '' : letters;
}

/** Without spaces, which mean nothing in an account, and thousands in an amount. Null: another format, such as one for decimals. */
function patternOf(code: string): string | null {
  const parts = [...code.matchAll(part)];
  if (parts.map(([text]) => text).join('') !== code) return null;
  const pattern = parts
    .map(([, quoted, escaped, sign, digit]) =>
      digit === undefined ? (quoted ?? escaped ?? sign ?? '') : 'd',
    )
    .join('')
    .replaceAll(' ', '');
  // Digits after a number would make it another one: 5 as “5 000” is 5.
  if (!/^[+-]?\d*d[d-]*$/.test(pattern)) return null;
  return countDigits(pattern) >= fewestDigits || /\d/.test(pattern) ? pattern : null;
}

function countDigits(pattern: string): number {
  return pattern.split('d').length - 1;
}

const partsOfDay = /[ymdhsegb]/i;

/** Whether a format shows a number as a day or a time, also one of an era, or one that only counts hours, minutes or seconds. */
function showsDay(formatCode: string): boolean {
  const [first = ''] = formatCode.split(';');
  if (elapsedTime.test(first)) return true;
  const bare = bareOf(first).replaceAll(partsOfSeconds, '');
  return partsOfDay.test(bare) && !showsNumber.test(bare);
}

const wholeNumber = /^\d{1,15}$/;

/**
 * A whole number with the digits and signs of its format, as a person sees it: the account 01234567 is stored as 1234567, which is another
 * account. Null for other numbers, as longer ones, which may have lost digits, and if nothing is added.
 */
export function withDigits(number: string, pattern: string): string | null {
  // Some programs write whole numbers as 1234567.0 or 1.234567E6.
  const digits = plainDecimal(number)?.replace(/\.0+$/, '') ?? '';
  if (!wholeNumber.test(digits)) return null;
  const shown = shownAs(digits, pattern);
  return shown === digits ? null : shown;
}

/** A whole number as it is shown; digits for which the format has no place are shown at the first one. */
function shownAs(digits: string, pattern: string): string {
  const places = countDigits(pattern);
  const padded = digits.padStart(places, '0');
  let next = padded.length - places;
  const surplus = padded.slice(0, next);
  let isFirst = true;
  return pattern.replaceAll('d', () => {
    const before = isFirst ? surplus : '';
    isFirst = false;
    next += 1;
    return before + padded.charAt(next - 1);
  });
}
