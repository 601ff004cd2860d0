import { z } from 'zod';
import { MethodRules, UncoveredPayments } from './source.ts';
import { CurrencyTotal, ReportedMoney } from '../money/money.ts';
import { BatchId, FileBytes, text } from '../operation.ts';
import { PayoutRow } from '../payments/payment.ts';
import { Environment } from '../profile.ts';
import { FindingLevel } from '../payees/findings.ts';
import { FindingKind } from './batch-findings.ts';
import { ColumnFault, DecimalSign, Fault } from './fault.ts';
import { FileNote } from './file-note.ts';

/** The largest table that Bursar reads, and the largest message: XML takes several times as much for the same payments. */
export const largestFileBytes = 64 * 1024 * 1024;
export const largestMessageBytes = 256 * 1024 * 1024;
/** The most rows of one sheet, and of one batch. */
export const largestSheetRows = 100_000;
/** The most characters that Bursar stores of a cell, right or wrong. */
export const largestCellCharacters = 1000;

/** A column that Bursar reads, named as the field of the payout that it fills. */
export const PayoutColumn = PayoutRow.keyof();
export type PayoutColumn = z.infer<typeof PayoutColumn>;
export const payoutColumns: readonly PayoutColumn[] = PayoutColumn.options;

/** The cells of one row as a person sees them: any text, right or wrong. */
export const SheetCells = z.record(PayoutColumn, z.string().max(largestCellCharacters));
export type SheetCells = z.infer<typeof SheetCells>;

/** A row in which nothing is written. */
export const emptyCells: Readonly<SheetCells> = {
  amount: '',
  currencyCode: '',
  paymentMethodCode: '',
  accountName: '',
  accountNumber: '',
  paymentOperatorCode: '',
  emailAddress: '',
  idPayout: '',
  reference: '',
};

/** The problem of one cell (`column` null: of the row). */
export const CellProblem = z.object({
  column: PayoutColumn.nullable(),
  fault: Fault,
  /** A valid value, if there is one to suggest. */
  suggestion: z.string().nullable(),
});
export type CellProblem = z.infer<typeof CellProblem>;

/**
 * A finding about a row, at its cell (`column` null: the row). A problem has to be fixed before the rows become
 * a batch; a finding is confirmed at the release (duplicates), blocks it (`block`), warns or informs.
 */
export const RowFinding = z.object({
  column: PayoutColumn.nullable(),
  kind: FindingKind,
  level: FindingLevel,
  message: z.string(),
  /** A valid value, if there is one to suggest. */
  suggestion: z.string().nullable(),
});
export type RowFinding = z.infer<typeof RowFinding>;

export const SheetRow = z.object({
  rowId: z.number().int(),
  /** Position in the sheet, from 1, regardless of the current sort order. */
  rowNumber: z.number().int(),
  cells: SheetCells,
  problems: z.array(CellProblem),
  /** The `sheets.findings` result for exactly these cells; empty for a row with problems. */
  findings: z.array(RowFinding),
  /** The order ID of the payout that this row retries, if any. */
  retryOf: z.string().nullable(),
  /** What the row of the earlier batch paid that this one repeats; null if it repeats none. */
  lastMoney: ReportedMoney.nullable(),
});
export type SheetRow = z.infer<typeof SheetRow>;

/** One step of changing a sheet, as undo shows it. `other` is the name from an older Bursar. */
export const SheetStep = z.discriminatedUnion('code', [
  z.object({ code: z.literal('changedRow'), rowNumber: z.number().int() }),
  z.object({ code: z.literal('changed'), rows: z.number().int() }),
  z.object({ code: z.literal('changedAndAdded'), rows: z.number().int(), added: z.number().int() }),
  z.object({ code: z.literal('filled'), rows: z.number().int() }),
  z.object({ code: z.literal('replaced'), rows: z.number().int() }),
  z.object({ code: z.literal('suggestionsUsed'), rows: z.number().int() }),
  z.object({ code: z.literal('added'), rows: z.number().int() }),
  z.object({ code: z.literal('copied'), rows: z.number().int() }),
  z.object({ code: z.literal('removed'), rows: z.number().int() }),
  z.object({ code: z.literal('setAside'), rows: z.number().int() }),
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type SheetStep = z.infer<typeof SheetStep>;

/** The batch whose rows a sheet began with, and its template name, if any. */
export const SheetRepeats = z.object({ batchId: z.string(), template: z.string().nullable() });
export type SheetRepeats = z.infer<typeof SheetRepeats>;

/** Rows that a person prepares: stored as typed, including errors, until they become a batch. */
export const SheetSummary = z.object({
  sheetId: z.string(),
  profileName: z.string(),
  environment: Environment,
  name: z.string(),
  rows: z.number().int(),
  problemRows: z.number().int(),
  /**
   * Those with problems only in the rest of the database: an order ID that was used, a payout that another one retries.
   * That changes, so a check reads it again. Zero in a list of sheets.
   */
  markedRows: z.number().int(),
  /** Totals of the rows whose amount and currency can be read. */
  totals: z.array(CurrencyTotal),
  /** Null if it repeats no batch. */
  repeats: SheetRepeats.nullable(),
  /** The draft that was made of exactly these rows; null if they changed since. */
  batchId: z.string().nullable(),
  /** What the next undo or redo would take back or repeat, in words; null: nothing. */
  undo: z.string().nullable(),
  redo: z.string().nullable(),
  /** The number of the last change that is not undone, as what undo would undo; a redone change keeps its number. */
  lastStep: z.number().int().nullable(),
  /** Increases with every change. */
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SheetSummary = z.infer<typeof SheetSummary>;

/** The column that each file column fills; null: not imported. One entry per file column. */
export const ColumnMapping = z.array(PayoutColumn.nullable()).max(500);
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/** An amount that can be read in two ways, with what it is under each. */
export const TwoReadings = z.object({ value: z.string(), point: z.string(), comma: z.string() });
export type TwoReadings = z.infer<typeof TwoReadings>;

export const PayoutFileBytes = FileBytes.refine(
  (bytes) => bytes.length <= largestMessageBytes,
  'a file has at most 256 MiB',
);

/** Where the table of payouts is in a file, as a person chose; null: as Bursar finds it. */
export const TablePlace = z.strictObject({
  /** Of a workbook. */
  worksheet: z.string().min(1).max(250).nullable().default(null),
  /** The row of the file that names the columns, from 1; rows above it are not imported. */
  headerRow: z.number().int().min(1).max(1_000_000).nullable().default(null),
});
export type TablePlace = z.output<typeof TablePlace>;

const FoundTable = z.object({
  /** The worksheets of the workbook; empty if the file is not one. */
  worksheets: z.array(z.string()),
  worksheet: z.string().nullable(),
  /** Null: there is no header. */
  headerRow: z.number().int().nullable(),
});
export type FoundTable = z.infer<typeof FoundTable>;

/** The name of a batch that a person repeats regularly. */
export const TemplateName = text(100);

export const SheetSource = z.discriminatedUnion('kind', [
  /** CSV or XLSX, distinguished by content. */
  z.strictObject({
    kind: z.literal('file'),
    fileName: text(1024),
    bytes: PayoutFileBytes,
    columns: ColumnMapping.nullable().default(null),
    decimalSign: DecimalSign.nullable().default(null),
    place: TablePlace.default({ worksheet: null, headerRow: null }),
    /** Returns `columnsNeeded` in any case, so that a person can review the columns. */
    isAsking: z.boolean().default(false),
    /** A person's answer to `methodsNeeded`; stored for the next file of this profile. */
    methodRules: MethodRules.nullable().default(null),
  }),
  /** Cells copied from a spreadsheet: tab-separated lines. */
  z.strictObject({
    kind: z.literal('clipboard'),
    text: text(largestFileBytes),
    columns: ColumnMapping.nullable().default(null),
    decimalSign: DecimalSign.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('empty') }),
  /** The rows of a draft, to be changed: the draft is deleted. */
  z.strictObject({ kind: z.literal('draft'), batchId: BatchId }),
  /** The failed and rejected payouts of a batch, to be fixed and retried under new order IDs. */
  z.strictObject({ kind: z.literal('retryBatch'), batchId: BatchId }),
  /** The rows of a released batch as new payouts, whatever their outcome. */
  z.strictObject({ kind: z.literal('repeat'), batchId: BatchId }),
  /** Like `repeat`, for the last batch that was released from this template (setting `templates`). */
  z.strictObject({ kind: z.literal('template'), name: TemplateName }),
  z.strictObject({ kind: z.literal('retryPayouts'), idPayouts: z.array(text(250)).min(1).max(1000) }),
]);
export type SheetSource = z.input<typeof SheetSource>;

/** How the columns of a table were read: its header (empty texts if it has none), a few literal rows, and the column mapping. */
const ReadColumns = z.object({
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  mapping: ColumnMapping,
  table: FoundTable,
});
export type ReadColumns = z.infer<typeof ReadColumns>;

export const SheetOpening = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('opened'),
    sheet: SheetSummary,
    /** Values that were converted or cannot be read as they are. */
    notes: z.array(FileNote),
    /** Null if the rows come from no table. */
    columns: ReadColumns.nullable(),
    /** The number, and so the rowId too, of a row that looks like the total of the others; null if none does. */
    totalRow: z.number().int().nullable(),
  }),
  /** The header does not identify all columns: ask again with `columns`. */
  z.object({
    kind: z.literal('columnsNeeded'),
    header: z.array(z.string()),
    /** A few literal rows below the header. */
    sample: z.array(z.array(z.string())),
    suggestion: ColumnMapping,
    table: FoundTable,
    /** The reason: the problem of the header; null: there is none, or a person wants to review it. */
    fault: ColumnFault.nullable(),
  }),
  /** An amount can be read in two ways: ask again with `decimalSign`. */
  TwoReadings.extend({ kind: z.literal('decimalSignNeeded'), line: z.number().int() }),
  /** No rule chooses a method for these payments of a payment file: ask again with `methodRules`. */
  z.object({ kind: z.literal('methodsNeeded'), uncovered: z.array(UncoveredPayments) }),
]);
export type SheetOpening = z.infer<typeof SheetOpening>;
