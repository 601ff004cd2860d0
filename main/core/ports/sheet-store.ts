import type { CurrencyTotal } from '../../../contract/money/money.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { Environment } from '../../../contract/profile.ts';
import type {
  CellProblem,
  ColumnMapping,
  DecimalSign,
  PayoutColumn,
  SheetCells,
  SheetOpening,
} from '../../../contract/batches/sheet.ts';
import type { Result } from '../../../contract/result.ts';

/**
 * What the core keeps of sheets: rows that are being prepared. See Store for what holds of every method. A change is a step: its
 * deltas are stored first, committed as one, and then applied to the rows, so that a crash leaves all of it or nothing.
 */
export interface SheetStore {
  /** Begins a sheet; it is invisible until finished and vanishes if it never is. */
  beginSheet(sheet: NewSheet): void;
  addSheetRows(sheetId: string, rows: readonly StoredSheetRow[]): void;
  /** `batchId` is the draft that the rows came from; null: none. */
  finishSheet(sheetId: string, facts: SheetFacts, batchId: string | null, at: number): void;
  /** What the rows come to, once they were checked. */
  keepFacts(sheetId: string, facts: SheetFacts): void;
  /** Newest first; without those whose batch was released and those of removed profiles. */
  listSheets(): StoredSheet[];
  findSheet(sheetId: string): StoredSheet | null;
  /** Rows in the order in which they were made, which is that of their rowIds. */
  sheetRows(sheetId: string, afterRowId: number, limit: number): StoredSheetRow[];
  renameSheet(sheetId: string, name: string, at: number): void;
  linkSheet(sheetId: string, batchId: string): void;

  /** Begins a step that has more deltas than one transaction should; gives its number. */
  beginStep(sheetId: string, label: string): number;
  addToStep(sheetId: string, stepNumber: number, deltas: readonly SheetDelta[]): void;
  /** Makes the step the latest one done; what was undone before it can be redone no longer. */
  commitStep(sheetId: string, stepNumber: number, facts: SheetFacts, at: number): void;
  /** All of it at once, for a step of few deltas. */
  storeStep(
    sheetId: string,
    step: { label: string; deltas: readonly SheetDelta[] },
    facts: SheetFacts,
    at: number,
  ): void;
  /** The deltas of the step that would be undone or redone next, part by part; null: there is no such part. */
  stepPart(sheetId: string, turn: SheetTurn, partNumber: number): SheetDelta[] | null;
  /** Undoes or redoes that step. */
  turnStep(sheetId: string, turn: SheetTurn, facts: SheetFacts, at: number): void;
  /** Applies one part of what is committed; false when nothing is left to apply. */
  applyStep(sheetId: string): boolean;

  /** Makes a sheet vanish; `clearSheets` deletes what it held. */
  dropSheet(sheetId: string): void;
  /**
   * Deletes up to `limit` rows, or as much in steps, of sheets that were dropped or released and of steps that are forgotten; gives 0
   * when nothing is left. `isStart`: also of what an earlier run was opening or changing when it ended.
   */
  clearSheets(limit: number, isStart: boolean): number;

  /**
   * Takes a draft back, as if it had never been imported: the first call makes it vanish, each call deletes up to `limit` of its
   * rows and so frees their order IDs, and the last one the batch. Gives how many rows; null when there is no such draft.
   */
  takeBackDraft(
    batchId: string,
    limit: number,
    at: number,
    options?: { isDiscarded: boolean },
  ): number | null;
}

export type NewSheet = {
  readonly sheetId: string;
  readonly keyId: string;
  readonly name: string;
  readonly at: number;
};

/** What a sheet comes to. */
export type SheetFacts = {
  readonly rows: number;
  readonly problemRows: number;
  readonly totals: CurrencyTotal[];
};

export type StoredSheet = SheetFacts & {
  readonly sheetId: string;
  readonly keyId: string;
  readonly profileName: string;
  readonly environment: Environment;
  readonly name: string;
  /** The draft that these very rows became. */
  readonly batchId: string | null;
  readonly undo: string | null;
  readonly redo: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type StoredSheetRow = {
  readonly rowId: number;
  /** Rows are ordered by it; no two of a sheet have the same. */
  readonly position: number;
  readonly cells: SheetCells;
  readonly retryOf: string | null;
};

export type SheetTurn = 'undo' | 'redo';

/** What a step does to one row; turned around it undoes it. */
export type SheetDelta =
  | {
      readonly kind: 'cells';
      readonly rowId: number;
      readonly before: Partial<SheetCells>;
      readonly after: Partial<SheetCells>;
    }
  | { readonly kind: 'put' | 'take'; readonly row: StoredSheetRow }
  | { readonly kind: 'move'; readonly rowId: number; readonly before: number; readonly after: number };

/** A person's answers to what a file does not tell by itself. */
export type SheetAnswers = {
  readonly columns: ColumnMapping | null;
  readonly decimalSign: DecimalSign | null;
  /** The mapping that was chosen for the same header before. */
  readonly remembered: (header: readonly string[]) => ColumnMapping | null;
};

export type SheetReading =
  | {
      readonly kind: 'rows';
      readonly rows: SheetCells[];
      readonly notes: string[];
      /** As it stands in the file; null where there is none. */
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

/** Cells that people type, paste or bring in a file. */
export interface SheetFiles {
  /** Reads a CSV or XLSX file, rows with wrong cells included; asks back where the file does not tell by itself. */
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
  /** A cell as it is kept: trimmed, and in the usual way of writing where it can be read in one way only. */
  tidyCell(column: PayoutColumn, text: string): string;
  /** Checks the cells of one row by the rules of an import. */
  checkCells(cells: SheetCells): CheckedCells;
}
