import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import type { FileSource, RowSource, UncoveredPayments } from '../../../contract/batches/source.ts';
import type { Fault } from '../../../contract/batches/fault.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { plainDecimal } from '../../../contract/money/decimal.ts';
import { isCurrencyCode } from '../../../contract/money/money.ts';
import type { Failure } from '../../../contract/result.ts';
import { isMultiplier, isSignOf } from '../cells/currency-signs.ts';
import type { PaymentMessage } from '../../core/ports/index.ts';
import type { RecordFault } from './records.ts';

/**
 * A cell of a file: text, or a number written by a spreadsheet, which is unambiguous. `shortened`: a whole number that may have
 * lost digits, with the exponent that shows it. `sign`: what its format shows beside it, the sign of a currency or `%`.
 */
export type Cell = string | { readonly number: string; readonly shortened?: string; readonly sign?: string };

/** A fault of a cell besides what its text shows. */
export type CellFault = {
  readonly column: PayoutColumn;
  readonly value: string;
  readonly fault: Fault;
};

export type TableRecord = {
  readonly cells: readonly Cell[];
  /** The line on which it begins; in a message, the number of the transaction. */
  readonly line: number;
  /** Its IDs in a message; absent in a table. */
  readonly source?: RowSource;
  readonly faults?: readonly CellFault[];
};

/** Some records of a table; after `fault`, found on `line`, the rest cannot be separated. */
export type Piece = {
  readonly records: readonly TableRecord[];
  readonly line: number;
  readonly fault: RecordFault | null;
};

/** What ends the reading of a table before its end. */
export class TableFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.error.message);
    this.name = 'TableFailure';
    this.failure = failure;
  }
}

/** A file read as a table, of any kind. Iterating fails by throwing a `TableFailure`. */
export type Table = {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly notes: FileNote[];
  /** Whether the file ends within a cell, with neither a line break nor a quote after it. */
  readonly hasOpenEnd?: boolean;
  /** What a message states about itself, once the table was read completely; absent for a table that is not a message. */
  readonly message?: () => MessageRead;
  /** The worksheets of a workbook and which of them is the table, once reading began. */
  readonly worksheets?: () => Worksheets;
};

/** The message of a table that was read completely; null if it is not a message. */
export function messageOf({ message }: Table, rows: readonly (RowSource | null)[]): PaymentMessage | null {
  if (message === undefined) return null;
  const { source } = message();
  return { source, rows };
}

export type Worksheets = {
  readonly names: readonly string[];
  readonly name: string | null;
  /** What a person sees otherwise than it is read; absent if nothing. */
  readonly looks?: WorksheetLooks;
};

/** Of a worksheet: its hidden columns, from 0, and its cells that reach over several rows. */
export type WorksheetLooks = {
  readonly hiddenColumns: ReadonlySet<number>;
  readonly tallCells: readonly {
    readonly columns: readonly [first: number, last: number];
    readonly lastRow: number;
  }[];
};

/** What is known about a message that was read completely. */
type MessageRead = {
  readonly source: FileSource;
  /** Payments that no rule covers, those with the most transactions first. */
  readonly uncovered: UncoveredPayments[];
};

export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? cell : cell.number;
}

/** An account; if a number may have lost digits, it is returned in a form that no account has, so that a person checks it. */
export function accountTextOf(cell: Cell | undefined): string {
  return typeof cell === 'object' && cell.shortened !== undefined ? cell.shortened : textOf(cell);
}

/**
 * An amount in a row of this currency; one that its header says is in another currency or in thousands, and a number that is shown with the sign of another
 * one, or as percent, are returned with that sign, so that a person checks them.
 */
export function amountTextOf(
  cell: Cell | undefined,
  currencyCode: string,
  headerSigns: readonly string[],
): string {
  if (typeof cell !== 'object' || cell.sign === undefined || isSignOf(cell.sign, currencyCode)) {
    const text = textOf(cell);
    const [otherSign] = headerSigns.some((sign) => isSignOf(sign, currencyCode)) ? [] : headerSigns;
    if (otherSign === undefined || text.trim() === '') return text;
    // Thousands stay thousands, whatever the currency turns out to be.
    const isOther = isCurrencyCode(currencyCode) || isMultiplier(otherSign);
    return isOther ? `${otherSign} ${text.trim()}` : text;
  }
  return cell.sign === '%' ? `${plainDecimal(`${cell.number}e2`)} %` : `${cell.sign} ${cell.number}`;
}

/** Whether all cells are empty, as in the rows that spreadsheets leave behind. */
export function isBlankRecord(cells: readonly Cell[]): boolean {
  return cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
}
