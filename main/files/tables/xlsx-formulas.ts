import type { Clock } from '../../core/ports/index.ts';
import { cellsAtOnce } from '../limits.ts';
import { notCalculated } from '../cells/cells.ts';

/** Where a formula ends in a worksheet. */
type FormulaEnd = { readonly at: number; readonly length: number };

const whiteSpace: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));
const [openingAngle, closingAngle, slash] = Buffer.from('<>/');

/**
 * A worksheet in which formulas that were never calculated are texts, so that their cells are not taken for empty ones. Programs that
 * write workbooks leave the values of formulas to the spreadsheet program, which calculates them when it opens the file. `areStale`: the
 * workbook asks for that of all its formulas, so that no stored value counts.
 */
export async function withUncalculated(xml: Buffer, areStale: boolean, clock: Clock): Promise<Buffer> {
  // A shared formula is written out in its first cell only.
  const wholes = await replaceCells(xml, areStale, formulaEnds(xml), clock);
  return replaceCells(wholes, areStale, emptyFormulas(wholes), clock);
}

function* formulaEnds(xml: Buffer): Generator<FormulaEnd> {
  const end = Buffer.from('</f>');
  for (let at = xml.indexOf(end); at >= 0; at = xml.indexOf(end, at + 1)) yield { at, length: end.length };
}

/** Formulas that are elements without content. */
function* emptyFormulas(xml: Buffer): Generator<FormulaEnd> {
  const start = Buffer.from('<f ');
  for (let at = xml.indexOf(start); at >= 0; at = xml.indexOf(start, at + 1)) {
    const end = xml.indexOf('>', at);
    if (xml[end - 1] === slash) yield { at: end + 1, length: 0 };
  }
}

const cellStart = Buffer.from('<c ');
const cellEnd = Buffer.from('</c>');
const emptyValues = ['<v></v>', '<v/>'].map((each) => Buffer.from(each));

async function replaceCells(
  xml: Buffer,
  areStale: boolean,
  ends: Iterable<FormulaEnd>,
  clock: Clock,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let done = 0;
  let looked = 0;
  for (const { at, length } of ends) {
    looked += 1;
    if (looked % cellsAtOnce === 0) await clock.turn();
    let after = at + length;
    // Some programs write each element on a line of its own.
    while (whiteSpace.has(xml[after] ?? 0)) after += 1;
    // Nearly every formula was calculated, and is passed over at little cost.
    const valueAt = after + '<v>'.length;
    if (!areStale && xml[valueAt - 1] === closingAngle && xml[valueAt] !== openingAngle) continue;
    const isAt = (bytes: Buffer): boolean => xml.subarray(after, after + bytes.length).equals(bytes);
    const emptyValue = emptyValues.find(isAt);
    const isWithoutValue = isAt(cellEnd);
    if (!areStale && emptyValue === undefined && !isWithoutValue) continue;
    const start = xml.lastIndexOf(cellStart, at);
    const end = xml.indexOf(cellEnd, after);
    if (start < done || end < 0) continue;
    const opening = xml.toString('latin1', start, xml.indexOf('>', start));
    // A text that was calculated may be empty.
    if (!areStale && !isWithoutValue && opening.includes(' t="str"')) continue;
    const cell = `${opening.replace(/ t="\w*"/, '')} t="str"><v>${notCalculated}</v></c>`;
    pieces.push(xml.subarray(done, start), Buffer.from(cell, 'latin1'));
    done = end + cellEnd.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}
