import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import type { FileSource, RowSource, UncoveredPayments } from '../../../contract/batches/source.ts';
import type { Fault } from '../../../contract/batches/fault.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { PaymentMessage } from '../../core/ports/index.ts';
import type { RecordFault } from './records.ts';

/**
 * A cell of a file: text, or a number that a spreadsheet wrote, which can be read in one way only. `shortened` is a whole number that may have
 * lost digits, with the exponent that says so.
 */
export type Cell = string | { readonly number: string; readonly shortened?: string };

/** What is wrong with a cell beside what its text shows. */
export type CellFault = {
  readonly column: PayoutColumn;
  readonly value: string;
  readonly fault: Fault;
};

export type TableRecord = {
  readonly cells: readonly Cell[];
  /** The line that it begins on; in a message the number of the transaction. */
  readonly line: number;
  /** Its IDs in a message; absent in a table. */
  readonly source?: RowSource;
  readonly faults?: readonly CellFault[];
};

/** Some records of a table; behind `fault`, found on `line`, the rest cannot be told apart. */
export type Piece = {
  readonly records: readonly TableRecord[];
  readonly line: number;
  readonly fault: RecordFault | null;
};

/** A file taken for a table, whatever its kind. Iterating fails by throwing a `TableFailure`. */
export type Table = {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly notes: FileNote[];
  /** What a message says of itself, once the table was read to its end; absent for a table that is no message. */
  readonly message?: () => MessageRead;
  /** The worksheets of a workbook and which of them is the table, once it was begun to be read. */
  readonly worksheets?: () => Worksheets;
};

/** The message that a table which was read to its end came in; null where it is none. */
export function messageOf({ message }: Table, rows: readonly (RowSource | null)[]): PaymentMessage | null {
  if (message === undefined) return null;
  const { source } = message();
  return { source, rows };
}

export type Worksheets = { readonly names: readonly string[]; readonly name: string | null };

/** What is known of a message that was read to its end. */
type MessageRead = {
  readonly source: FileSource;
  /** Payments that no rule covers, those of most transactions first. */
  readonly uncovered: UncoveredPayments[];
};

export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? cell : cell.number;
}

/** An account: where a number may have lost digits, it is given as what no account is, so that a person looks at it. */
export function accountTextOf(cell: Cell | undefined): string {
  return typeof cell === 'object' && cell.shortened !== undefined ? cell.shortened : textOf(cell);
}

/** Whether nothing stands in any cell, as in the rows that spreadsheets leave behind. */
export function isBlankRecord(cells: readonly Cell[]): boolean {
  return cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
}
