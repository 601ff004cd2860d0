import type { Clock } from '../../core/ports/index.ts';
import { largestColumns } from '../limits.ts';
import type { WorksheetLooks } from './table.ts';
import { isIn } from './xlsx-parts.ts';

const hiddenColumn = /<col\s(?=[^>]*\shidden="(?:1|true)")[^>]*>/g;
const mergedCell = /<mergeCell\s[^>]*ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g;

/** What a person sees of a worksheet otherwise than it is read. */
export function looksOfWorksheet(xml: Buffer): WorksheetLooks {
  return { hiddenColumns: hiddenColumns(xml), tallCells: tallCells(xml) };
}

/** Columns are described before the rows. */
function hiddenColumns(xml: Buffer): ReadonlySet<number> {
  const columns = new Set<number>();
  const rowsAt = xml.indexOf('sheetData');
  for (const [column] of xml.toString('latin1', 0, Math.max(0, rowsAt)).matchAll(hiddenColumn)) {
    const [first = 1, last = first] = ['min', 'max'].map((name) =>
      Number(new RegExp(`\\s${name}="(\\d+)"`).exec(column)?.[1] ?? 1),
    );
    for (let at = first; at <= Math.min(last, largestColumns); at += 1) columns.add(at - 1);
  }
  return columns;
}

/** Merged cells are listed after the rows. */
function tallCells(xml: Buffer): WorksheetLooks['tallCells'] {
  const listAt = xml.lastIndexOf('sheetData');
  return [...xml.toString('latin1', Math.max(0, listAt)).matchAll(mergedCell)].flatMap(
    ([, left = '', top = '', right = '', bottom = '']) =>
      Number(top) === Number(bottom)
        ? []
        : [{ columns: [columnAt(left), columnAt(right)] as const, lastRow: Number(bottom) }],
  );
}

/** From GS on, which is the first after `largestColumns`. */
const farPlace = /\sr="(?:G[S-Z]|[H-Z][A-Z]|[A-Z]{3})\d+"[^<>]*>/g;
/** A value that is not empty, in its own cell. */
const content = /^(?:(?!<\/c>)[^])*?<[vt](?:\s[^>]*)?>[^<]*[^<\s]/;
const searchedBytes = 1024 * 1024;
/** The beginning of a cell, with a formula. */
const longestCell = 10_000;

/**
 * Whether a worksheet has a value beyond the most columns of a table. The library makes all rows as wide as the widest, so that one value in the last cell
 * of a sheet takes all memory that it may use, and most of a minute, before the sheet is refused.
 */
export async function isTooWide(xml: Buffer, clock: Clock): Promise<boolean> {
  for (let start = 0; start < xml.length; start += searchedBytes) {
    const text = xml.toString('latin1', start, start + searchedBytes + longestCell);
    for (const { 0: found, index } of text.matchAll(farPlace)) {
      const end = index + found.length;
      const isEmpty = found.endsWith('/>') || !content.test(text.slice(end, end + longestCell));
      if (!isEmpty && isIn('c', xml, start + index)) return true;
    }
    await clock.turn();
  }
  return false;
}

const letters = 26;
const letterA = 65;

/** 0 for A, 25 for Z, 26 for AA. */
function columnAt(name: string): number {
  return [...name].reduce((at, letter) => at * letters + letter.charCodeAt(0) - letterA + 1, 0) - 1;
}
