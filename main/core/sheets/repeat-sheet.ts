import { fail, type Result } from '../../../contract/result.ts';
import type { SheetOpening } from '../../../contract/batches/sheet.ts';
import { noBatch, type CoreContext } from '../context.ts';
import { cellsOf } from '../payments/payout-cells.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import { beginSheet, type FirstRow } from './begin-sheet.ts';
import type { SheetSessions } from './sheet-sessions.ts';

/** A new sheet with the rows of a batch that was released, whatever became of them: to be paid again, under new order IDs. */
export async function openRepeat(
  context: CoreContext,
  session: SheetSessions,
  batchId: string,
): Promise<Result<SheetOpening>> {
  const { store, clock } = context;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  if (batch.releasedAt === null)
    return fail('notReleasable', `Batch ${batchId} was not released, so there is nothing to repeat.`, {
      batchId,
    });
  const rows: FirstRow[] = [];
  for await (const payments of pagesOfBatch(store, clock, batchId))
    rows.push(...payments.map((payment) => ({ cells: cellsOf(payment, ''), retryOf: null, source: null })));
  return beginSheet(context, session, {
    profile: batch,
    name: `Repeat of ${batch.fileName}`,
    rows,
    notes: [],
    batchId: null,
  });
}
