import type { DecimalSign } from '../../../contract/batches/fault.ts';
import type { ExportKind } from '../../../contract/text/export-columns.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Result } from '../../../contract/result.ts';
import type { FileSource, MethodRule, RowSource } from '../../../contract/batches/source.ts';
import type {
  CellProblem,
  ColumnMapping,
  PayoutColumn,
  ReadColumns,
  SheetCells,
  SheetOpening,
  TablePlace,
  TwoReadings,
} from '../../../contract/batches/sheet.ts';
import type { Movement, Statement } from '../../../contract/treasury/statement.ts';
import type { Archives } from './archives.ts';
import type { Documents } from './documents.ts';
import type { KnownCodes, PayoutRules } from './payout-rules.ts';
import type { SignedFolder } from './signed-folder.ts';

/** What amounts show together of how they are written. */
export type AmountsTogether = {
  /** The decimal sign that some of them prove, and none disproves; null: none. */
  readonly sign: DecimalSign | null;
  /** If they prove both signs, the first that would pass as typed, and could as well be a thousand times as much; null: none. */
  readonly doubtful: TwoReadings | null;
};

/** Files that people import and export. */
export interface Files extends SheetFiles, Documents, Archives {
  readonly signedFolder: SignedFolder;
  /**
   * Reads a CSV or XLSX file or a pain.001: all rows, or every problem with line, column, value and expected value. Codes that the
   * gateway writes in another case are corrected, and the notes say so.
   * `fileAmbiguous` if decimal and thousands separators can be read in two ways; both are in the details.
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
  /** Writes the outcome of a message's payments as a pain.002. */
  writeStatusReport(report: StatusReport): Result<Uint8Array>;
  /**
   * Begins a statement as camt.053.001.08. Fails if the message cannot hold it exactly: a currency without a code of three letters, no
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

/** The description of an export; amounts, counts and times are written as such. */
export type AboutLine = readonly [name: string, value: string, kind?: ExportKind];

/** The outcome of a message's payments, for the program that sent it. */
export type StatusReport = {
  readonly reportId: string;
  readonly at: string;
  readonly source: FileSource;
  readonly payments: readonly PaymentStatus[];
};

export type PaymentStatus = Omit<RowSource, 'money' | 'payee'> & {
  /** ISO 20022: settled, accepted with a change, rejected, or not known yet. */
  readonly status: 'ACSC' | 'ACWC' | 'RJCT' | 'PDNG';
  /** The reason, with the gateway's code; null if the status says it all. */
  readonly reason: { readonly code: string; readonly text: string } | null;
  readonly orderId: string;
  /** As instructed; null: by an equivalent in another currency, or not known. */
  readonly money: ReportedMoney | null;
};

/** Writes the movements of a statement, in order. */
export type StatementWriter = {
  /** Call with a few hundred movements at a time, so that no call blocks the process for long. */
  add(movements: readonly Movement[]): Promise<Result<null>>;
  /** The bytes of the file; nothing can be added after that. */
  finish(): Promise<Result<Uint8Array>>;
};

/** A cell of an export; `text` stays one even if it looks like a number. */
export type ExportCell = string | { readonly text: string };

export type TableWriter = {
  /** Call with a few hundred rows at a time, so that no call blocks the process for long. */
  add(rows: readonly (readonly ExportCell[])[]): Promise<void>;
  /** The bytes of the file; nothing can be added after that. XLSX describes the file on a separate sheet. */
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

/** A person's answers to the questions that a file leaves open. */
export type SheetAnswers = {
  readonly columns: ColumnMapping | null;
  readonly decimalSign: DecimalSign | null;
  /** Absent if the person has not chosen. */
  readonly place?: TablePlace;
  /** Whether to ask for the columns even if they are clear. */
  readonly isAsking?: boolean;
  /** The mapping that was chosen earlier for the same header. */
  readonly remembered: (header: readonly string[]) => ColumnMapping | null;
  /** The codes used for corrections. */
  readonly codes: KnownCodes;
  /** Chooses the methods of a payment file; and whether to ask for rules if these do not cover all of it. */
  readonly methodRules?: { readonly rules: readonly MethodRule[]; readonly areComplete: boolean };
};

export type SheetReading =
  | {
      readonly kind: 'rows';
      readonly rows: SheetCells[];
      readonly notes: FileNote[];
      /** As in the file; null if it has none. */
      readonly header: string[] | null;
      readonly message: PaymentMessage | null;
      /** How its columns were read; null if it has none. */
      readonly columns: ReadColumns | null;
      /** Whether the accounts came under the header IBAN. */
      readonly isIbanColumn: boolean;
      /** The texts of the last row in columns that were not imported. */
      readonly lastUnread: readonly string[];
    }
  | Exclude<SheetOpening, { readonly kind: 'opened' }>;

/** Cells as they would be paid; `row` is null while there is a problem. */
export type CheckedCells = {
  readonly problems: readonly CellProblem[];
  readonly row: PayoutRow | null;
  /** The amount and currency of the row if they can be read, whatever else is wrong. */
  readonly money: ReportedMoney | null;
};

/** Cells that people type, paste or import from a file. */
interface SheetFiles {
  /** Reads a CSV or XLSX file, including rows with wrong cells; asks if the file leaves something open. */
  readSheet(
    bytes: Uint8Array,
    fileName: string,
    answers: SheetAnswers,
    onProgress: (rows: number) => void,
  ): Promise<Result<SheetReading>>;
  /** Like `readSheet`, for cells copied from a spreadsheet. */
  readClipboard(
    text: string,
    answers: SheetAnswers,
    onProgress: (rows: number) => void,
  ): Promise<Result<SheetReading>>;
  /** A cell as it is stored: trimmed, and normalised if it can be read in only one way, or with this decimal sign. */
  normalizeCell(
    column: PayoutColumn,
    text: string,
    codes: KnownCodes,
    decimalSign?: DecimalSign | null,
  ): string;
  /** What amounts that are typed or pasted together prove about each other. */
  readTogether(amounts: Iterable<string>): AmountsTogether;
  /** Checks the cells of one row by the rules of an import. */
  checkCells(cells: SheetCells, rules: PayoutRules): CheckedCells;
}
