import type { Clock } from '../../core/ports/index.ts';
import { cellsAtOnce } from '../limits.ts';
import { isIn, prefixOf, readElements } from './xlsx-parts.ts';

/** By the number of a cell style, the digits and signs of its format, such as `00000000` or `00-00-00`. */
type DigitFormats = ReadonlyMap<string, string>;

/** Zeros, each a digit that is always shown, with signs between them that are shown as they are. */
const digitsOnly = /^(?:0|\\?[ -])+$/;
const fewestZeros = 2;

/** The formats of a workbook that add zeros before a number, as people write bank codes and account numbers with them. */
export function digitFormats(stylesXml: Buffer): DigitFormats {
  const codes = new Map<string, string>();
  readElements(stylesXml, 'numFmt', ({ numFmtId = '', formatCode = '' }) => {
    const code = formatCode.replace(/;@$/, '');
    const zeros = code.replaceAll(/[^0]/g, '').length;
    if (digitsOnly.test(code) && zeros >= fewestZeros) codes.set(numFmtId, code.replaceAll('\\', ''));
  });
  const formats = new Map<string, string>();
  if (codes.size === 0) return formats;
  let style = 0;
  readElements(sectionOf(stylesXml, 'cellXfs'), 'xf', ({ numFmtId = '' }) => {
    const code = codes.get(numFmtId);
    if (code !== undefined) formats.set(String(style), code);
    style += 1;
  });
  return formats;
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

/** A whole number in this format; one with more digits than the format begins with the rest of them. */
function shownAs(digits: string, format: string): string {
  const zeros = format.replaceAll(/[^0]/g, '').length;
  const padded = digits.padStart(zeros, '0');
  let place = padded.length - zeros;
  const first = padded.slice(0, place);
  return first + format.replaceAll('0', () => padded.charAt(place++));
}
