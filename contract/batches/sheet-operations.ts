import { z } from 'zod';
import { BatchId, ExportedTable, TableFormat, nothing, operation, text } from '../operation.ts';
import { ProfileName } from '../profile.ts';
import {
  touchesBatch,
  touchesNothing,
  touchesPayout,
  touchesProfile,
  touchesSheet,
  type Touched,
} from '../touches.ts';
import { RowsToSetAside, SetAside } from './set-aside.ts';
import { CodeCorrection } from './file-note.ts';
import { SheetOpening, SheetRow, SheetSource, SheetSummary, TwoReadings } from './sheet.ts';
import { Replacement, SheetChange, SheetView } from './sheet-change.ts';

const sheetId = BatchId;
const sheetOpening = z.strictObject({ profileName: ProfileName.optional(), source: SheetSource });
const changed = z.object({
  sheet: SheetSummary,
  rowIds: z.array(z.number().int()),
  /** How many rows the change touched. */
  rows: z.number().int(),
  /** Codes that were typed in a different case from the gateway's, and are stored in the gateway's. */
  corrections: z.array(CodeCorrection),
  /** Nothing was changed, because amounts that were set together contradict each other about this one: ask again with `decimalSign`. */
  doubtful: TwoReadings.optional(),
});

/** The profile of the sheet, and the source of its rows. */
function touchedByOpening({ profileName, source }: z.output<typeof sheetOpening>): Touched[] {
  switch (source.kind) {
    case 'draft':
    case 'retryBatch':
    case 'repeat':
      return touchesBatch(source);
    case 'retryPayouts':
      return source.idPayouts.flatMap((idPayout) => touchesPayout({ idPayout, profileName }));
    default:
      return touchesProfile({ profileName });
  }
}

export const sheetOperations = {
  /** Begins a sheet from a file, the clipboard, a draft, payouts to retry, or nothing. Nothing is sent. Progress is reported as `sheet`. */
  'sheets.open': operation(sheetOpening, SheetOpening, touchedByOpening),
  'sheets.list': operation(nothing, z.array(SheetSummary), touchesNothing),
  'sheets.show': operation(z.strictObject({ sheetId }), SheetSummary, touchesSheet),
  'sheets.rows': operation(
    z.strictObject({
      sheetId,
      view: SheetView,
      /** Position of the first requested row in this view, from 0. */
      from: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
    }),
    /** `version` is the sheet's when the rows were read; `count` is the number of rows in the view. */
    z.object({
      rows: z.array(SheetRow),
      count: z.number().int(),
      version: z.number().int(),
    }),
    touchesSheet,
  ),
  /** The rowIds of a view from one position to another, for selecting, copying and pasting over a range. */
  'sheets.rowIds': operation(
    z.strictObject({
      sheetId,
      view: SheetView,
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
    z.array(z.number().int()),
    touchesSheet,
  ),
  /** In how many rows of a view a text occurs, and how many of them replacing it would change. */
  'sheets.matches': operation(
    z.strictObject({ sheetId, view: SheetView, replacement: Replacement }),
    z.object({ found: z.number().int(), changed: z.number().int() }),
    touchesSheet,
  ),
  /** Changes a sheet; returns the rowIds of new rows. A draft made from it is deleted. */
  'sheets.change': operation(z.strictObject({ sheetId, change: SheetChange }), changed, touchesSheet),
  'sheets.undo': operation(z.strictObject({ sheetId }), changed, touchesSheet),
  'sheets.redo': operation(z.strictObject({ sheetId }), changed, touchesSheet),
  /**
   * Moves rows to a new sheet, all or none, so that the others can be released without them. Undoing this step moves them back, as long as
   * the new sheet was neither changed nor released.
   */
  'sheets.setAside': operation(
    z.strictObject({ sheetId, rows: RowsToSetAside }),
    z.object({ sheet: SheetSummary, aside: SheetSummary, rows: z.number().int() }),
    touchesSheet,
  ),
  /** The rows set aside from and to a sheet, or the sheet of a batch; oldest first. */
  'sheets.setAsideLinks': operation(
    z.strictObject({ sheetId: sheetId.nullable().default(null), batchId: BatchId.nullable().default(null) }),
    z.array(SetAside),
    (input) => [
      ...(input.sheetId === null ? [] : touchesSheet({ sheetId: input.sheetId })),
      ...(input.batchId === null ? [] : touchesBatch({ batchId: input.batchId })),
    ],
  ),
  /** The rows of a sheet as a file that can be imported again, each with its problem. */
  'sheets.export': operation(z.strictObject({ sheetId, format: TableFormat }), ExportedTable, touchesSheet),
  'sheets.rename': operation(z.strictObject({ sheetId, name: text(250) }), SheetSummary, touchesSheet),
  /**
   * Makes a draft batch of the current rows; `fileHasErrors` while any has a problem. The same rows give the same draft. `isForDraft`: the sheet
   * is only there for its draft, so unchanged copies of it are removed.
   */
  'sheets.prepare': operation(
    z.strictObject({ sheetId, isForDraft: z.boolean().optional() }),
    z.object({ batchId: z.string() }),
    touchesSheet,
  ),
  /** Removes a sheet, and the draft made of it if it was not released. `onlyUnchangedRepeat`: unless it does more than repeat a batch. */
  'sheets.remove': operation(
    z.strictObject({ sheetId, onlyUnchangedRepeat: z.boolean().optional() }),
    nothing,
    touchesSheet,
  ),
} as const;
