import type { Clock } from '../../core/ports/index.ts';
import { cellsAtOnce } from '../limits.ts';
import { isIn, prefixOf, readElements } from './xlsx-parts.ts';

/**
 * By the number of a cell style, how its numbers are shown: `d` is a digit that is always shown, and the other digits and signs are
 * shown as they are. `dddddddd`, `dd-dd-dd`.
 */
export type DigitFormats = ReadonlyMap<string, string>;

/** Zeros are digits; in quotes or after a backslash, and as signs, characters are shown as they are. */
const part = /"([0-9+ -]*)"|\\([0-9+ -])|([+ -])|(0)/gy;
const fewestDigits = 2;

/** The formats of a workbook that add digits or hyphens to a number, as people write bank codes, accounts and phone numbers. */
export function digitFormats(stylesXml: Buffer): DigitFormats {
  const patterns = new Map<string, string>();
  readElements(stylesXml, 'numFmt', ({ numFmtId = '', formatCode = '' }) => {
    const pattern = patternOf(formatCode.replace(/;@$/, ''));
    if (pattern !== null) patterns.set(numFmtId, pattern);
  });
  const formats = new Map<string, string>();
  if (patterns.size === 0) return formats;
  let style = 0;
  readElements(sectionOf(stylesXml, 'cellXfs'), 'xf', ({ numFmtId = '' }) => {
    const pattern = patterns.get(numFmtId);
    if (pattern !== undefined) formats.set(String(style), pattern);
    style += 1;
  });
  return formats;
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
  const [section = ''] =
    new RegExp(`<(\\w+:)?${name}[\\s>][^]*?</\\1?${name}>`).exec(xml.toString('utf8')) ?? [];
  return Buffer.from(section);
}

const wholeNumber = /^<((?:\w+:)?)c(\s[^>]*[^>/])>([^]*<\1v>)(\d{1,15})<\/\1v>/;
/** Longer than any cell with a number. */
const longestCell = 10_000;

/**
 * A worksheet in which whole numbers with such a format are texts, as a person sees them: the account 01234567 is stored as 1234567, which is
 * another account. Longer numbers stay, because they may have lost digits.
 */
export async function withShownDigits(xml: Buffer, formats: DigitFormats, clock: Clock): Promise<Buffer> {
  let changed = xml;
  for (const [style, format] of formats)
    for (const quote of ['"', "'"])
      changed = await withShownStyle(changed, Buffer.from(` s=${quote}${style}${quote}`), format, clock);
  return changed;
}

async function withShownStyle(xml: Buffer, attribute: Buffer, format: string, clock: Clock): Promise<Buffer> {
  const cellEnd = `</${prefixOf(xml)}c>`;
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
    const [cell, prefix = '', attributes = '', before = '', digits = ''] =
      wholeNumber.exec(xml.toString('latin1', start, end)) ?? [];
    if (cell === undefined || /\st=["'](?!n["'])/.test(attributes)) continue;
    const shown = shownAs(digits, format);
    if (shown === digits) continue;
    const untyped = attributes.replace(/\st=["']n["']/, '');
    const text = `<${prefix}c${untyped} t="str">${before}${shown}</${prefix}v>`;
    pieces.push(xml.subarray(done, start), Buffer.from(text, 'latin1'));
    done = start + cell.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
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
