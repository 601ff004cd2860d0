import type { Problem } from '../../../contract/errors.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Result } from '../../../contract/result.ts';
import type {
  CellProblem,
  ColumnMapping,
  DecimalSign,
  PayoutColumn,
  SheetCells,
  SheetOpening,
} from '../../../contract/batches/sheet.ts';
import type { Archives } from './archives.ts';
import type { Documents } from './documents.ts';
import type { KnownCodes, PayoutRules } from './payout-rules.ts';

/** Files that people import and export. */
export interface Files extends SheetFiles, Documents, Archives {
  /**
   * Reads a CSV file of payouts: all rows, or every problem with line, column, value and what is expected. Codes that the
   * gateway writes in another case are corrected, and the notes say so.
   * `fileAmbiguous` when decimal and thousands separators can be read in two ways; both are in the details.
   * `onProgress` gets how many rows are read so far, and the line of each. Yields to the event loop at least every 10 ms of work.
   */
  readPayoutRows(
    bytes: Uint8Array,
    fileName: string,
    onProgress: (rows: number, lines: readonly number[]) => void,
    rules: PayoutRules,
  ): Promise<Result<PayoutFile>>;
  /** Writes rows of text cells as CSV (UTF-8, CRLF), each cell that a spreadsheet would run as a formula defused. */
  writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array;
  /** Begins a table that is written in pieces, each cell as text and defused where a spreadsheet would run it as a formula. */
  beginTable(format: 'csv' | 'xlsx', header: readonly string[]): TableWriter;
}

export type TableWriter = {
  /** Call with a few hundred rows at a time, so that no call blocks the process for long. */
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** The bytes of the file; nothing can be added after that. */
  finish(): Promise<Uint8Array>;
};

/** A file's payouts in order; `lines[i]` is the line of `rows[i]`, the header being line 1. */
export type PayoutFile = { readonly rows: PayoutRow[]; readonly lines: number[]; readonly notes: Problem[] };

/** A person's answers to what a file leaves open. */
export type SheetAnswers = {
  readonly columns: ColumnMapping | null;
  readonly decimalSign: DecimalSign | null;
  /** The mapping that was chosen for the same header before. */
  readonly remembered: (header: readonly string[]) => ColumnMapping | null;
  /** What codes are corrected by. */
  readonly codes: KnownCodes;
};

export type SheetReading =
  | {
      readonly kind: 'rows';
      readonly rows: SheetCells[];
      readonly notes: string[];
      /** As in the file; null where there is none. */
      readonly header: string[] | null;
    }
  | Exclude<SheetOpening, { readonly kind: 'opened' }>;

/** Cells as they would be paid; `row` is null while there is a problem. */
export type CheckedCells = {
  readonly problems: readonly CellProblem[];
  readonly row: PayoutRow | null;
  /** The money of the row where it can be read, whatever else is wrong. */
  readonly money: { readonly amount: string; readonly currencyCode: string } | null;
};

/** Cells that people type, paste or import from a file. */
interface SheetFiles {
  /** Reads a CSV or XLSX file, rows with wrong cells included; asks back where the file leaves something open. */
  readSheet(
    bytes: Uint8Array,
    fileName: string,
    answers: SheetAnswers,
    onProgress: (rows: number) => void,
  ): Promise<Result<SheetReading>>;
  /** As `readSheet`, of cells copied from a spreadsheet. */
  readClipboard(
    text: string,
    answers: SheetAnswers,
    onProgress: (rows: number) => void,
  ): Promise<Result<SheetReading>>;
  /** A cell as it is stored: trimmed, and in its usual form where it can be read in one way only. */
  normalizeCell(column: PayoutColumn, text: string, codes: KnownCodes): string;
  /** Checks the cells of one row by the rules of an import. */
  checkCells(cells: SheetCells, rules: PayoutRules): CheckedCells;
}
