import { z } from 'zod';
import { BatchId, operation } from '../operation.ts';
import { touchesSheet } from '../touches.ts';
import { LimitFault } from './fault.ts';
import { CheckReport } from '../treasury.ts';

/** The findings about the rows of a sheet; each row's findings come with the row (`sheets.rows`). */
export const SheetFindings = z.object({
  /** The version of the sheet that was searched. */
  version: z.number().int(),
  /** False: the sheet was changed meanwhile, so the result is void. Ask again. */
  isComplete: z.boolean(),
  /** Rows that were searched. Rows with problems are not: what they would pay is uncertain. */
  rows: z.number().int(),
  /** Rows with duplicates to confirm, rows that block the release, and rows with other warnings; each row counts once. */
  toConfirm: z.number().int(),
  blocking: z.number().int(),
  warnings: z.number().int(),
  /** Findings about all rows together. */
  together: z.array(LimitFault),
  /** Distinct amounts and currencies, and for how many of them the available methods are known; why the lookup stopped early. */
  methods: CheckReport.shape.options.pick({ distinct: true, checked: true, stoppedBecause: true }).extend({
    /** How many requested methods and operators the gateway is known not to offer for their amount. */
    lacking: z.number().int(),
  }),
  funds: CheckReport.shape.funds,
});
export type SheetFindings = z.infer<typeof SheetFindings>;

export const sheetFindingOperations = {
  /**
   * Finds in the rows of a sheet what a check of their draft would find, and stores it with the rows. `withMethods` asks the gateway for
   * methods that are unknown, or were not offered; progress is reported as `check:` with the ID of the sheet. `isFresh` searches every row again, not only
   * changed ones.
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
