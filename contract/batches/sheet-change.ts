import { z } from 'zod';
import { text } from '../operation.ts';
import { DecimalSign } from './fault.ts';
import { largestCellCharacters, largestSheetRows, PayoutColumn } from './sheet.ts';

const SomeCells = z.partialRecord(PayoutColumn, z.string().max(largestCellCharacters));
const RowIds = z.array(z.number().int()).min(1).max(largestSheetRows);
const Columns = z.array(PayoutColumn).min(1).max(PayoutColumn.options.length);
const CellText = z.string().max(250);

/** A text to replace wherever it occurs in these columns, ignoring case. */
const replacement = {
  columns: Columns,
  text: CellText.min(1),
  by: CellText,
  /** Only in cells that contain nothing else. */
  isWholeCell: z.boolean(),
};
export const Replacement = z.strictObject(replacement);
export type Replacement = z.infer<typeof Replacement>;

/** A change of the rows of a sheet: one step of undo, whatever its size. */
export const SheetChange = z.discriminatedUnion('kind', [
  /** Sets these cells of these rows, and adds rows after the last one. */
  z.strictObject({
    kind: z.literal('set'),
    rows: z
      .array(
        z.strictObject({
          rowId: z.number().int(),
          cells: SomeCells,
          /** The values that the person saw: cells that changed since are not overwritten. */
          was: SomeCells.optional(),
        }),
      )
      .max(largestSheetRows),
    added: z.array(SomeCells).max(largestSheetRows).optional(),
    /** How the amounts among them are written: left out, as they show together; null, each as it stands, such as those of a sheet. */
    decimalSign: DecimalSign.nullable().optional(),
  }),
  /** Sets the same cells in each of these rows. */
  z.strictObject({ kind: z.literal('fill'), rowIds: RowIds, cells: SomeCells }),
  /** Copies one column over others, in each of these rows. */
  z.strictObject({ kind: z.literal('fillAcross'), rowIds: RowIds, from: PayoutColumn, columns: Columns }),
  /** Replaces a text in these rows. */
  z.strictObject({ kind: z.literal('replace'), rowIds: RowIds, ...replacement }),
  /** Applies the suggestion to every cell of this column with this problem (the code of its fault). */
  z.strictObject({ kind: z.literal('useSuggestions'), column: PayoutColumn, fault: text(64) }),
  /** Inserts new rows after this one; null: at the beginning. */
  z.strictObject({
    kind: z.literal('insert'),
    afterRowId: z.number().int().nullable(),
    rows: z.array(SomeCells).min(1).max(largestSheetRows),
  }),
  /** Puts a copy after each of these rows, without its order ID. */
  z.strictObject({ kind: z.literal('duplicate'), rowIds: RowIds }),
  z.strictObject({ kind: z.literal('remove'), rowIds: RowIds }),
]);
export type SheetChange = z.infer<typeof SheetChange>;

/** Which rows pass, by the cells of one column. Texts are compared ignoring case. */
export const ColumnFilter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['contains', 'is']), column: PayoutColumn, text: CellText.min(1) }),
  z.strictObject({ kind: z.enum(['isEmpty', 'isFilled']), column: PayoutColumn }),
  /** Amounts that are at least, or at most, this decimal, whatever their currency. */
  z.strictObject({
    kind: z.enum(['atLeast', 'atMost']),
    column: z.literal('amount'),
    amount: CellText.min(1),
  }),
]);
export type ColumnFilter = z.infer<typeof ColumnFilter>;

/** Which rows of a sheet are shown, and in which order. */
export const SheetView = z.strictObject({
  /** Rows with problems, and rows with findings that do more than inform. */
  onlyProblems: z.boolean().default(false),
  /** Only rows with problems, which keep a sheet from becoming a batch. */
  onlyFaulty: z.boolean().optional(),
  /**
   * Rows keep their place as long as this is the same, whatever happens to their cells, and added rows are shown; null: each
   * moves at once to where it now belongs.
   */
  pass: z.number().int().nullable().default(null),
  search: z.string().max(250).default(''),
  /** A row must pass all of them. */
  filters: z.array(ColumnFilter).max(20).default([]),
  sort: z.strictObject({ column: PayoutColumn, isDescending: z.boolean() }).nullable().default(null),
});
export type SheetView = z.output<typeof SheetView>;
