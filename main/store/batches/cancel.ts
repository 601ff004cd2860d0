import { unfinishedStates } from './batch-states.ts';
import type { BatchStore } from '../../core/ports/index.ts';
import { BatchState } from '../../../contract/batches/batch.ts';
import { changeDraftRows, cancelQueuedRows, finishRelease } from './change-rows.ts';
import type { Context } from '../context.ts';
import { actorOfChange } from '../audit/actor-of-change.ts';
import { inLedger } from '../audit/ledger.ts';
import { choiceIn, integerIn, textIn } from '../read-row.ts';
import { endSchedule } from './schedules.ts';

const cause = { code: 'cancelled' } as const;
const rowsAtOnce = 1000;

/** Cancels batches and queued rows. */
export function cancelMethods(context: Context) {
  return {
    cancelRows: (batchId, limit, at) => cancelRows(context, batchId, limit, at),
  } satisfies Partial<BatchStore>;
}

/** See BatchStore. The first call cancels the batch of a draft, so that it can no longer be released. */
function cancelRows(context: Context, batchId: string, limit: number, at: number): number {
  const { connection, batchCache } = context;
  const batchNumber = batchCache.numberOf(batchId);
  if (batchNumber === null) return 0;
  const change = { to: 'cancelled', cause, at } as const;
  return inLedger(context, at, (ledger) => {
    const batch = connection.get('SELECT state FROM batches WHERE batchNumber = +?', batchNumber);
    if (batch === undefined) return 0;
    const state = choiceIn(batch, 'state', BatchState.options);
    switch (state) {
      case 'importing':
        return 0;
      case 'draft':
        connection.run(`UPDATE batches SET state = 'cancelled' WHERE batchNumber = +?`, batchNumber);
        endSchedule(context, batchNumber);
        ledger.batchChanged(batchNumber, 'draft', 'cancelled', { cause, detail: null });
        return changeDraftRows(context, ledger, batchNumber, limit, change);
      case 'cancelled':
        return changeDraftRows(context, ledger, batchNumber, limit, change);
      case 'releasing': {
        const queued = cancelQueuedRows(context, ledger, batchNumber, limit, change);
        const drafts = changeDraftRows(context, ledger, batchNumber, limit - queued, change);
        if (queued + drafts < limit) finishRelease(context, ledger, batchNumber, cause);
        return queued + drafts;
      }
      case 'released':
        return cancelQueuedRows(context, ledger, batchNumber, limit, change);
    }
  });
}

/** Cancels the rows that an earlier run left when it ended while cancelling a draft. */
export function finishCancelling(context: Context, at: number): void {
  const batches = context.connection.all(
    `SELECT batchId, batchNumber FROM paymentCounts JOIN batches USING (batchNumber)
     WHERE count > 0 AND paymentCounts.state IN ${unfinishedStates}
       AND paymentCounts.state = 'draft' AND batches.state = 'cancelled'`,
  );
  for (const batch of batches) {
    const actor = actorOfChange(context.connection, integerIn(batch, 'batchNumber'), 'cancelled');
    while (cancelRows({ ...context, actor }, textIn(batch, 'batchId'), rowsAtOnce, at) === rowsAtOnce);
  }
}
