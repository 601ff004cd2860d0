import type { ExportKind } from '../../../contract/text/export-columns.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Result } from '../../../contract/result.ts';
import type { FileSource, MethodRule, RowSource } from '../../../contract/batches/source.ts';
import type {
  CellProblem,
  ColumnMapping,
  DecimalSign,
  PayoutColumn,
  ReadColumns,
  SheetCells,
  SheetOpening,
  TablePlace,
} from '../../../contract/batches/sheet.ts';
import type { Movement, Statement } from '../../../contract/treasury/statement.ts';
import type { Archives } from './archives.ts';
import type { Documents } from './documents.ts';
import type { KnownCodes, PayoutRules } from './payout-rules.ts';
import type { SignedFolder } from './signed-folder.ts';

/** Files that people import and export. */
export interface Files extends SheetFiles, Documents, Archives {
  readonly signedFolder: SignedFolder;
  /**
   * Reads a CSV or XLSX file or a pain.001: all rows, or every problem with line, column, value and what is expected. Codes that the
   * gateway writes in another case are corrected, and the notes say so.
   * `fileAmbiguous` when decimal and thousands separators can be read in two ways; both are in the details.
   * `onProgress` gets how many rows are read so far, and the line of each. Yields to the event loop at least every 10 ms of work.
   */
  readPayoutRows(
    bytes: Uint8Array,
    fileName: string,
    onProgress: (rows: number, lines: readonly number[]) => void,
    rules: PayoutRules,
    methodRules?: readonly MethodRule[],
    place?: TablePlace,
  ): Promise<Result<PayoutFile>>;
  /** Writes rows of text cells as CSV (UTF-8, CRLF), each cell that a spreadsheet would run as a formula defused. */
  writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array;
  /** Writes what became of the payments of a message as a pain.002. */
  writeStatusReport(report: StatusReport): Result<Uint8Array>;
  /**
   * Begins a statement as camt.053.001.08. Fails where the message cannot hold it exactly: a currency without a code of three letters, no
   * known opening balance, or an amount with more digits than it allows.
   */
  beginStatementMessage(
    statement: Statement,
    message: { readonly id: string; readonly at: string },
  ): Result<StatementWriter>;
  /**
   * Begins a table that is written in pieces; a cell that a spreadsheet would run as a formula is defused. CSV has the names of the columns and
   * every cell as text; XLSX has their titles, and numbers and times as such where no digit is lost.
   */
  beginTable(format: 'csv' | 'xlsx', header: readonly string[]): TableWriter;
}

/** What an export says of itself; an amount, count or time is written as such. */
export type AboutLine = readonly [name: string, value: string, kind?: ExportKind];

/** What became of the payments of a message, for the program that sent it. */
export type StatusReport = {
  readonly reportId: string;
  readonly at: string;
  readonly source: FileSource;
  readonly payments: readonly PaymentStatus[];
};

export type PaymentStatus = RowSource & {
  /** ISO 20022: settled, rejected, or not known yet. */
  readonly status: 'ACSC' | 'RJCT' | 'PDNG';
  /** Why, with the gateway's code; null where the status says it all. */
  readonly reason: { readonly code: string; readonly text: string } | null;
  readonly orderId: string;
  readonly money: { readonly amount: string; readonly currencyCode: string };
};

/** Writes the movements of a statement, in order. */
export type StatementWriter = {
  /** Call with a few hundred movements at a time, so that no call blocks the process for long. */
  add(movements: readonly Movement[]): Promise<Result<null>>;
  /** The bytes of the file; nothing can be added after that. */
  finish(): Promise<Result<Uint8Array>>;
};

export type TableWriter = {
  /** Call with a few hundred rows at a time, so that no call blocks the process for long. */
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** The bytes of the file; nothing can be added after that. XLSX says on a sheet of its own what the file is about. */
  finish(about?: readonly AboutLine[]): Promise<Uint8Array>;
};

/** A file's payouts in order; `lines[i]` is the line of `rows[i]`, the header being line 1. */
export type PayoutFile = {
  readonly rows: PayoutRow[];
  readonly lines: number[];
  readonly notes: FileNote[];
  readonly message: PaymentMessage | null;
};

/** The message that rows came in, and the IDs of each of them there, in order. */
export type PaymentMessage = { readonly source: FileSource; readonly rows: readonly (RowSource | null)[] };

/** A person's answers to what a file leaves open. */
export type SheetAnswers = {
  readonly columns: ColumnMapping | null;
  readonly decimalSign: DecimalSign | null;
  /** Absent where nothing is said of it. */
  readonly place?: TablePlace;
  /** Whether to ask for the columns in any case. */
  readonly isAsking?: boolean;
  /** The mapping that was chosen for the same header before. */
  readonly remembered: (header: readonly string[]) => ColumnMapping | null;
  /** What codes are corrected by. */
  readonly codes: KnownCodes;
  /** What chooses the methods of a payment file, and whether to ask for rules where these do not cover all of it. */
  readonly methodRules?: { readonly rules: readonly MethodRule[]; readonly areComplete: boolean };
};

export type SheetReading =
  | {
      readonly kind: 'rows';
      readonly rows: SheetCells[];
      readonly notes: FileNote[];
      /** As in the file; null where there is none. */
      readonly header: string[] | null;
      readonly message: PaymentMessage | null;
      /** How its columns were read; null where it has none. */
      readonly columns: ReadColumns | null;
      /** The texts of the last row in columns that are not read. */
      readonly lastUnread: readonly string[];
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
