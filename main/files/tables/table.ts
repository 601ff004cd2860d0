import type { RecordFault } from './records.ts';

/** A cell of a file: text, or a number that a spreadsheet wrote, which can be read in one way only. */
export type Cell = string | { readonly number: string };

export type TableRecord = { readonly cells: readonly Cell[]; readonly line: number };

/** Some records of a table; behind `fault`, found on `line`, the rest cannot be told apart. */
export type Piece = {
  readonly records: readonly TableRecord[];
  readonly line: number;
  readonly fault: RecordFault | null;
};

export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? cell : cell.number;
}

/** Whether nothing stands in any cell, as in the rows that spreadsheets leave behind. */
export function isBlankRecord(cells: readonly Cell[]): boolean {
  return cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
}
