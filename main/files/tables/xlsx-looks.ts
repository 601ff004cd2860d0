import type { Clock } from '../../core/ports/index.ts';
import { largestColumns } from '../limits.ts';
import type { WorksheetLooks } from './table.ts';
import { isIn } from './xlsx-parts.ts';
import type { Unread } from './xlsx-worker.ts';

/** Of no width, or of less than a pixel. */
const hiddenColumn = /<col\s(?=[^>]*\s(?:hidden="(?:1|true)"|width="0(?:\.0\d*)?"))[^>]*>/g;
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

/** Columns from GS on, which is the first after `largestColumns`, and rows far beyond the most lines of any spreadsheet. */
const farPlace = /\sr="(?:(?:G[S-Z]|[H-Z][A-Z]|[A-Z]{3})\d+|[A-Z]*(\d{8,}|[2-9]\d{6}))"[^<>]*>/g;
/** A value that is not empty, in its own cell. */
const content = /^(?:(?!<\/c>)[^])*?<[vt](?:\s[^>]*)?>[^<]*[^<\s]/;
const searchedBytes = 1024 * 1024;
/** The beginning of a cell, with a formula. */
const longestCell = 10_000;

/**
 * Whether a worksheet has a value beyond the most columns of a table, or any row far beyond the most lines. The library makes all rows up to it, and as
 * wide as the widest, so that one value in the last cell of a sheet takes all memory that it may use, and most of a minute, before the sheet is refused.
 */
export async function farCell(xml: Buffer, clock: Clock): Promise<Unread | null> {
  for (let start = 0; start < xml.length; start += searchedBytes) {
    const text = xml.toString('latin1', start, start + searchedBytes + longestCell);
    for (const { 0: found, 1: farRow, index } of text.matchAll(farPlace)) {
      if (farRow !== undefined && (['row', 'c'] as const).some((each) => isIn(each, xml, start + index)))
        return 'tooLarge';
      const end = index + found.length;
      const isEmpty = found.endsWith('/>') || !content.test(text.slice(end, end + longestCell));
      if (farRow === undefined && !isEmpty && isIn('c', xml, start + index)) return 'tooWide';
    }
    await clock.turn();
  }
  return null;
}

const letters = 26;
const letterA = 65;

/** 0 for A, 25 for Z, 26 for AA. */
function columnAt(name: string): number {
  return [...name].reduce((at, letter) => at * letters + letter.charCodeAt(0) - letterA + 1, 0) - 1;
}
