import { z } from 'zod';
import { BatchId, operation } from '../operation.ts';
import { touchesSheet } from '../touches.ts';
import { LimitFault } from './fault.ts';
import { CheckReport } from '../treasury.ts';

/** What was found about the rows of a sheet; each finding of a row is told with the row (`sheets.rows`). */
export const SheetFindings = z.object({
  /** The version of the sheet that was looked at. */
  version: z.number().int(),
  /** False: the sheet was changed meanwhile, so this says nothing. Ask again. */
  isComplete: z.boolean(),
  /** Rows that were looked at. Rows with problems are not: what they would pay is not certain. */
  rows: z.number().int(),
  /** Rows with duplicates to confirm, rows with what blocks the release, and rows with other warnings; each row counts once. */
  toConfirm: z.number().int(),
  blocking: z.number().int(),
  warnings: z.number().int(),
  /** What is found about all rows together. */
  together: z.array(LimitFault),
  /** Distinct amounts and currencies, and for how many of them the available methods are known; why the lookup stopped early. */
  methods: CheckReport.shape.options.pick({ distinct: true, checked: true, stoppedBecause: true }).extend({
    /** How many methods and operators that rows ask for the gateway is known not to offer for their amount. */
    lacking: z.number().int(),
  }),
  funds: CheckReport.shape.funds,
});
export type SheetFindings = z.infer<typeof SheetFindings>;

export const sheetFindingOperations = {
  /**
   * Finds in the rows of a sheet what a check of their draft would find, and keeps it with the rows. `withMethods` asks the gateway for the
   * methods that are not known, or were not offered; progress is reported as `check:` with the ID of the sheet. `isFresh` looks at every row again, not only at those
   * that changed.
   */
  'sheets.findings': operation(
    z.strictObject({
      sheetId: BatchId,
      withMethods: z.boolean().default(false),
      isFresh: z.boolean().default(false),
    }),
    SheetFindings,
    touchesSheet,
  ),
} as const;
