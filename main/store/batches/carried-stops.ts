import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { flagIn, textIn } from '../read-row.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import { ofBatch } from './batch-states.ts';
import { pauseMethods } from './pause.ts';

/** What a database knows of a batch: whether it is paused or discarded, and the numbers of its rows that are rejected or cancelled, in JSON. */
type KnownBatch = { readonly isStopped: boolean; readonly endedRows: string };

/** What a database knows of each of these batches; drafts are left out. */
export function stopsIn(
  connection: Pick<Connection, 'all'>,
  batchIds: Iterable<string>,
): Map<string, KnownBatch> {
  const rows = connection.all(
    `SELECT batchId, state = 'cancelled' OR pausedAt IS NOT NULL AS isStopped,
       (SELECT json_group_array(lives.paymentId - batches.batchNumber * ${idsPerBatch})
        FROM lives WHERE ${ofBatch} AND lives.state IN ('rejected', 'cancelled')) AS endedRows
     FROM json_each(?) AS wanted CROSS JOIN batches ON batches.batchId = wanted.value
     WHERE kind = 'payout' AND batches.state IN ('releasing', 'released', 'cancelled')`,
    JSON.stringify([...batchIds]),
  );
  return new Map(
    rows.map((row) => [
      textIn(row, 'batchId'),
      { isStopped: flagIn(row, 'isStopped'), endedRows: textIn(row, 'endedRows') },
    ]),
  );
}

/**
 * Whether a batch was stopped by what a database to be replaced knows of it. A row that is in doubt here, and was rejected or cancelled there,
 * may have been paid by another payout since.
 */
export function isStoppedBy(
  { connection, batchCache }: Pick<Context, 'connection' | 'batchCache'>,
  batchId: string,
  { isStopped, endedRows }: KnownBatch,
): boolean {
  if (isStopped) return true;
  const batchNumber = batchCache.numberOf(batchId);
  const inDoubt = connection.get(
    `SELECT 1 FROM json_each(?) AS ended CROSS JOIN lives ON lives.paymentId = +? * ${idsPerBatch} + ended.value
     WHERE lives.state = 'unknown' LIMIT 1`,
    endedRows,
    batchNumber,
  );
  return inDoubt !== undefined;
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
