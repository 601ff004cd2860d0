import type { Context } from '../context.ts';
import { flagIn, textIn } from '../read-row.ts';
import { hasCancelledRows, hasRepeats } from './batch-states.ts';
import { pauseMethods } from './pause.ts';

/**
 * By batch, whether a database knows that it was stopped: it is paused, or discarded, or payouts of it are cancelled, by a person or because
 * what they repeat may have paid them. Drafts are left out.
 */
export function stopsIn(
  connection: Pick<Context['connection'], 'all'>,
  batchIds: Iterable<string>,
): Map<string, boolean> {
  const rows = connection.all(
    `SELECT batchId, state = 'cancelled' OR pausedAt IS NOT NULL OR (${hasCancelledRows}) OR (${hasRepeats}) AS isStopped
     FROM json_each(?) AS wanted CROSS JOIN batches ON batches.batchId = wanted.value
     WHERE kind = 'payout' AND state IN ('releasing', 'released', 'cancelled')`,
    JSON.stringify([...batchIds]),
  );
  return new Map(rows.map((row) => [textIn(row, 'batchId'), flagIn(row, 'isStopped')]));
}

/** The batches with payouts in doubt. */
export function batchesInDoubt({ connection }: Pick<Context, 'connection'>): string[] {
  return connection
    .all(
      `SELECT batchId FROM paymentCounts JOIN batches USING (batchNumber)
       WHERE paymentCounts.state = 'unknown' AND count > 0 AND kind = 'payout'`,
    )
    .map((row) => textIn(row, 'batchId'));
}

/** Pauses these batches, so that none of their payouts is sent again by itself; returns how many were not paused yet. */
export function carryStops(context: Context, batchIds: readonly string[], at: number): number {
  const { setPaused } = pauseMethods(context);
  return batchIds.filter((batchId) => setPaused(batchId, true, at, 'pausedBySafeguard')).length;
}
