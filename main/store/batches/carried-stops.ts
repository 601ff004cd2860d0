import type { Context } from '../context.ts';
import { textIn } from '../read-row.ts';
import { hasCancelledRows } from './batch-states.ts';
import { pauseMethods } from './pause.ts';

/** The released batches that are paused in a database, or of which a person cancelled payouts. */
export function stoppedIn(connection: Pick<Context['connection'], 'all'>): string[] {
  return connection
    .all(
      `SELECT batchId FROM batches WHERE kind = 'payout' AND state IN ('releasing', 'released')
         AND (pausedAt IS NOT NULL OR (${hasCancelledRows}))`,
    )
    .map((row) => textIn(row, 'batchId'));
}

/** Pauses those of these batches that have payouts in doubt, so that none is sent again by itself; returns how many were not paused yet. */
export function carryStops(context: Context, batchIds: readonly string[], at: number): number {
  const { setPaused } = pauseMethods(context);
  return batchIds.filter((batchId) => {
    const isInDoubt =
      context.connection.get(
        `SELECT 1 FROM batches JOIN paymentCounts USING (batchNumber)
         WHERE batchId = +? AND paymentCounts.state = 'unknown' AND count > 0`,
        batchId,
      ) !== undefined;
    return isInDoubt && setPaused(batchId, true, at, 'pausedBySafeguard');
  }).length;
}
