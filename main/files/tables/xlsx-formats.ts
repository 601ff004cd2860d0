import { plainDecimal } from '../../../contract/money/decimal.ts';
import type { Clock } from '../../core/ports/index.ts';
import { cellsAtOnce } from '../limits.ts';
import { isCurrencySign, isMultiplier } from '../cells/currency-signs.ts';
import { xmlText } from '../messages/write-xml.ts';
import { withTags } from './plain-xml.ts';
import { isIn, readElements } from './xlsx-parts.ts';

/**
 * How numbers are shown. `digits`: `d` is a digit that is always shown, and the other digits and signs are shown as they are, as in
 * `dddddddd` and `dd-dd-dd`. `sign`: with the sign of a currency, or as percent. `hidden`: not at all.
 */
type NumberFormat =
  | { readonly kind: 'digits'; readonly pattern: string }
  | { readonly kind: 'sign'; readonly sign: string }
  | { readonly kind: 'hidden' };

/** The formats that matter, by the number of a cell style. */
export type NumberFormats = ReadonlyMap<string, NumberFormat>;

/** Between a number and the sign that is shown beside it. */
export const signMark = '|';

/** Zeros are digits; in quotes or after a backslash, and as signs, characters are shown as they are. */
const part = /"([0-9+ -]*)"|\\([0-9+ -])|([+ -])|(0)/gy;
const fewestDigits = 2;
/** What is not a digit or a sign of the number: its language, its colour, and space as wide as another character. */
const aroundDigits =
  /\[(?:\$-[\dA-F]+|Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?\d+)\]|_[^"\\]/gi;

/**
 * The formats of a workbook that add digits or hyphens to a number, as people write bank codes, accounts and phone numbers, the sign of a
 * currency, or a percent sign. The currency formats that a workbook only numbers show the one of the computer, so they say nothing.
 */
export function numberFormats(stylesXml: Buffer): NumberFormats {
  const byId = new Map<string, NumberFormat>(percentIds.map((id) => [id, { kind: 'sign', sign: '%' }]));
  readElements(stylesXml, 'numFmt', ({ numFmtId = '', formatCode = '' }) => {
    // Of several formats, the first is for numbers above zero; with a condition, it may be any.
    const [ofNumbers = '', ...others] = formatCode.split(';');
    const isConditional = condition.test(ofNumbers);
    const pattern = patternOf(ofNumbers.replaceAll(aroundDigits, ''));
    const signs = [ofNumbers, ...(isConditional ? others.slice(0, 2) : [])].map((code) =>
      signIn(code, isConditional),
    );
    const sign = signs.find((each) => each !== null) ?? null;
    if (isHiding(formatCode)) byId.set(numFmtId, { kind: 'hidden' });
    else if (pattern !== null) byId.set(numFmtId, { kind: 'digits', pattern });
    else if (sign !== null) byId.set(numFmtId, { kind: 'sign', sign });
  });
  const formats = new Map<string, NumberFormat>();
  let style = 0;
  readElements(sectionOf(stylesXml, 'cellXfs'), 'xf', ({ numFmtId = '' }) => {
    const format = byId.get(numFmtId);
    if (format !== undefined) formats.set(String(style), format);
    style += 1;
  });
  return formats;
}

/** The numbers of the formats 0% and 0.00%, which no workbook spells out. */
const percentIds = ['9', '10'];

/** A currency as `[$kr-41D]`, other conditions in brackets, text in quotes or after a backslash, and space. */
const formatPart = /\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*].|([^])/gu;

const condition = /\[[<>=]/;

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
    formatCode !== '' && !isConditional && bareOf(ofNumbers).trim() === '' && !/\[[hms]+\]/i.test(ofNumbers)
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

/** One element with all in it. */
function sectionOf(xml: Buffer, name: string): Buffer {
  const [section = ''] = new RegExp(`<${name}[\\s>][^]*?</${name}>`).exec(xml.toString('utf8')) ?? [];
  return Buffer.from(section);
}

const partsOfDay = /[ymdhsegb]/i;

/** The styles of a workbook with the same format for every day and time: the library takes those that it does not know, as of an era, for numbers. */
export function withKnownDays(stylesXml: Buffer): Buffer {
  const days = new Set<string>();
  readElements(stylesXml, 'numFmt', ({ numFmtId = '', formatCode = '' }) => {
    const [first = ''] = formatCode.split(';');
    const bare = bareOf(first).replaceAll(partsOfSeconds, '');
    if (partsOfDay.test(bare) && !showsNumber.test(bare)) days.add(numFmtId);
  });
  if (days.size === 0) return stylesXml;
  const known = stylesXml.toString('latin1').replaceAll(/<numFmt [^>]*>/g, (format) => {
    const [, id = ''] = / numFmtId="(\d+)"/.exec(format) ?? [];
    return days.has(id) ? format.replace(/ formatCode="[^"]*"/, ' formatCode="yyyy-mm-dd"') : format;
  });
  return Buffer.from(known, 'latin1');
}

const numberCell = /^<c(\s[^>]*[^>/])>([^]*<v(?: [^>]*)?>)([^<]*)<\/v>/;
const wholeNumber = /^\d{1,15}$/;
const cellEnd = '</c>';
/** Longer than any cell with a number. */
const longestCell = 10_000;

/**
 * A worksheet in which whole numbers with such a format are texts, as a person sees them: the account 01234567 is stored as 1234567, which is
 * another account, and a number that the format hides is an empty cell. Longer numbers stay, because they may have lost digits. Numbers that are shown with a sign have it behind `signMark`.
 */
export async function withNumbersAsShown(xml: Buffer, formats: NumberFormats, clock: Clock): Promise<Buffer> {
  let changed = formats.has('0') ? await withTags(xml, clock, withFirstStyle) : xml;
  for (const [style, format] of formats)
    changed = await withShownStyle(changed, Buffer.from(` s="${style}"`), format, clock);
  return changed;
}

/** A cell that names no style has the first one, which is that of the whole workbook. */
function withFirstStyle(text: string): string {
  return text.replaceAll(/<c (?![^>]*\bs=")/g, '<c s="0" ');
}

async function withShownStyle(
  xml: Buffer,
  attribute: Buffer,
  format: NumberFormat,
  clock: Clock,
): Promise<Buffer> {
  const mark = Buffer.from(format.kind === 'sign' ? `${signMark}${xmlText(format.sign)}` : '');
  const pieces: Buffer[] = [];
  let done = 0;
  let looked = 0;
  for (let at = xml.indexOf(attribute); at >= 0; at = xml.indexOf(attribute, at + 1)) {
    looked += 1;
    if (looked % cellsAtOnce === 0) await clock.turn();
    if (!isIn('c', xml, at)) continue;
    const start = xml.lastIndexOf('<', at);
    const end = xml.indexOf(cellEnd, at);
    if (end < 0 || end - start > longestCell) continue;
    const [cell, attributes = '', before = '', number = ''] =
      numberCell.exec(xml.toString('latin1', start, end)) ?? [];
    if (cell === undefined || number.trim() === '' || /\st="(?!n")/.test(attributes)) continue;
    if (format.kind === 'hidden' && number.trim().startsWith('-')) continue;
    if (format.kind === 'sign') {
      const numberEnd = start + cell.length - '</v>'.length;
      pieces.push(xml.subarray(done, numberEnd), mark);
      done = numberEnd;
      continue;
    }
    const shown = format.kind === 'hidden' ? '' : withDigits(number.trim(), format.pattern);
    if (shown === null) continue;
    const untyped = attributes.replace(' t="n"', '');
    const text = `<c${untyped} t="str">${before}${shown}</v>`;
    pieces.push(xml.subarray(done, start), Buffer.from(text, 'latin1'));
    done = start + cell.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}

/** A whole number with the digits and signs of its format; null for other numbers, and if nothing is added. */
function withDigits(number: string, pattern: string): string | null {
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
