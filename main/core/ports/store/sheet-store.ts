import type { SheetRepeats, SheetStep, SheetCells } from '../../../../contract/batches/sheet.ts';
import type { FileSource, RowSource } from '../../../../contract/batches/source.ts';
import type { CurrencyTotal, ReportedMoney } from '../../../../contract/money/money.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { SetAside } from '../../../../contract/batches/set-aside.ts';

/**
 * Sheets: rows that are being prepared. The rules for every method are on Store. A change is a step: its deltas are stored first,
 * committed as one, and then applied to the rows, so that a crash leaves all of it or nothing.
 */
export interface SheetStore {
  /** Begins a sheet; it is invisible until finished, and disappears if it is never finished. */
  beginSheet(sheet: NewSheet): void;
  addSheetRows(sheetId: string, rows: readonly StoredSheetRow[]): void;
  /** `batchId` is the draft that the rows came from; null: none. */
  finishSheet(sheetId: string, summary: SheetSummary, batchId: string | null, at: number): void;
  /** Updates the summary after the rows are checked. */
  saveSheetSummary(sheetId: string, summary: SheetSummary): void;
  /** Newest first; without sheets whose batch was released and those of removed profiles. */
  listSheets(): StoredSheet[];
  findSheet(sheetId: string): StoredSheet | null;
  /** The newest sheet of this profile whose rows retry exactly these payouts, and that was begun at this time or later; null if there is none. */
  findRetrySheet(keyId: string, idPayouts: readonly string[], since: number): string | null;
  /** The batch with the released rows of a sheet; null if there is none, or the sheet was deleted since. */
  releasedBatchOf(sheetId: string): string | null;
  /** Rows in the order in which they were added, which is the order of their rowIds. */
  sheetRows(sheetId: string, afterRowId: number, limit: number): StoredSheetRow[];
  renameSheet(sheetId: string, name: string, at: number): void;
  /**
   * A draft belongs to one sheet, which goes with its release: another sheet of equal rows that had it is left without one, so that its rows stay
   * to be released too. Returns those sheets. Does nothing if the batch is no longer a draft, or being imported to become one.
   */
  linkSheet(sheetId: string, batchId: string): string[];

  /** Begins a step with more deltas than one transaction should have; returns its number. */
  beginStep(sheetId: string, label: SheetStep): number;
  addToStep(sheetId: string, stepNumber: number, deltas: readonly SheetDelta[]): void;
  /** Makes the step the latest one done; undone steps can no longer be redone. */
  commitStep(sheetId: string, stepNumber: number, summary: SheetSummary, at: number): void;
  /** All of it in one transaction, for a step with few deltas. */
  storeStep(
    sheetId: string,
    step: { label: SheetStep; deltas: readonly SheetDelta[] },
    summary: SheetSummary,
    at: number,
  ): void;
  /** The deltas of the step that would be undone or redone next, part by part; null if it has no more parts. */
  stepPart(sheetId: string, turn: SheetTurn, partNumber: number): SheetDelta[] | null;
  /** Undoes or redoes that step. */
  turnStep(sheetId: string, turn: SheetTurn, summary: SheetSummary, at: number): void;
  /**
   * Commits the staged step that takes rows out of a sheet, and opens the sheet that was begun with these rows, in one transaction. From then
   * on, undoing or redoing the step hides or shows that sheet in the transaction that moves its rows.
   */
  setAside(setAside: NewSetAside, at: number): void;
  /** The sheet to which the next step to undo or redo set rows aside; null if it is another kind of step. */
  setAsideOfStep(sheetId: string, turn: SheetTurn): string | null;
  /** Those from or to a sheet, or the sheet of a batch, excluding undone ones; oldest first. */
  setAsideLinks(of: { readonly sheetId: string | null; readonly batchId: string | null }): SetAside[];
  /** Applies one part of a committed step; false if nothing is left to apply. */
  applyStep(sheetId: string): boolean;

  /** Hides a sheet; `clearSheets` deletes its content. */
  dropSheet(sheetId: string): void;
  /**
   * Deletes up to `limit` rows, or as much in steps, of sheets that were dropped or released and of forgotten steps; returns 0
   * if nothing is left. `isStart`: also of sheets that an earlier run was opening or changing when it ended.
   */
  clearSheets(limit: number, isStart: boolean): number;
}

export type NewSheet = {
  readonly sheetId: string;
  readonly keyId: string;
  readonly name: string;
  /** The message that its rows came in; absent for those of a table. */
  readonly source?: FileSource | null;
  /** The batch that it repeats; absent if it repeats none. */
  readonly repeats?: SheetRepeats | null;
  /** Whether the accounts came under the header IBAN; absent: not. */
  readonly isIbanColumn?: boolean;
  readonly at: number;
};

type NewSetAside = {
  readonly fromSheetId: string;
  readonly stepNumber: number;
  readonly fromSummary: SheetSummary;
  readonly toSheetId: string;
  readonly toSummary: SheetSummary;
};

/** Row counts and totals of a sheet. */
export type SheetSummary = {
  readonly rows: number;
  readonly problemRows: number;
  readonly totals: CurrencyTotal[];
};

export type StoredSheet = SheetSummary & {
  readonly sheetId: string;
  readonly keyId: string;
  readonly profileName: string;
  readonly environment: Environment;
  readonly name: string;
  readonly source: FileSource | null;
  readonly repeats: SheetRepeats | null;
  /** Whether its accounts came under the header IBAN. */
  readonly isIbanColumn: boolean;
  /** The draft that was made of exactly these rows. */
  readonly batchId: string | null;
  readonly undo: SheetStep | null;
  readonly redo: SheetStep | null;
  /** The number of the step that undo would undo. */
  readonly lastStep: number | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type StoredSheetRow = {
  readonly rowId: number;
  /** The sort position; unique within a sheet. */
  readonly position: number;
  readonly cells: SheetCells;
  readonly retryOf: string | null;
  /** Its IDs in the message that it came in; null for a row of a table. */
  readonly source: RowSource | null;
  /** What the repeated row paid; null if it repeats none. */
  readonly lastMoney: ReportedMoney | null;
};

export type SheetTurn = 'undo' | 'redo';

/** What a step does to one row; reversed, it undoes the step. */
export type SheetDelta =
  | {
      readonly kind: 'cells';
      readonly rowId: number;
      readonly before: Partial<SheetCells>;
      readonly after: Partial<SheetCells>;
    }
  | { readonly kind: 'put' | 'take'; readonly row: StoredSheetRow }
  | { readonly kind: 'move'; readonly rowId: number; readonly before: number; readonly after: number };
