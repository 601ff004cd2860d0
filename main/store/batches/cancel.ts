import { hasCancelledRows, hasUnsentRows, unfinishedStates } from './batch-states.ts';
import type { BatchStore, InterruptedCancellation } from '../../core/ports/index.ts';
import type { Actor } from '../../../contract/actor.ts';
import { BatchState } from '../../../contract/batches/batch.ts';
import { changeDraftRows, cancelQueuedRows, finishRelease } from './change-rows.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../audit/ledger.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { actorJson, readActor } from '../audit/read-actor.ts';
import { choiceIn, integerIn, textIn } from '../read-row.ts';
import { endSchedule } from './schedules.ts';

const cause = { code: 'cancelled' } as const;
const rowsAtOnce = 1000;

export function cancelMethods(context: Context) {
  return {
    cancelRows: (batchId, limit, at) => cancelRows(context, batchId, limit, at),
    interruptedCancellations: () => interruptedCancellations(context),
  } satisfies Partial<BatchStore>;
}

/**
 * See BatchStore. The first call cancels the batch of a draft, so that it can no longer be released. From the first call to the last nothing
 * of the batch is claimed; if the process ends between them, the next start cancels the rest (`interruptedCancellations`).
 */
function cancelRows(context: Context, batchId: string, limit: number, at: number): number {
  const batchNumber = context.batchCache.numberOf(batchId);
  if (batchNumber === null) return 0;
  const cancelled = cancelSome(context, batchNumber, limit, at);
  if (cancelled === limit) context.cancelling.add(batchNumber);
  else context.cancelling.delete(batchNumber);
  return cancelled;
}

function cancelSome(context: Context, batchNumber: number, limit: number, at: number): number {
  const { connection } = context;
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
        ledger.batchChanged(batchNumber, 'draft', 'cancelled', { cause });
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

/** See BatchStore. Payments that a person has queued again since are left: they were sent before. */
function interruptedCancellations(context: Context): InterruptedCancellation[] {
  const batches = context.connection.all(
    `SELECT batchId, batchNumber FROM paymentCounts JOIN batches USING (batchNumber)
     WHERE count > 0 AND paymentCounts.state IN ${unfinishedStates} AND CASE paymentCounts.state
       WHEN 'draft' THEN batches.state = 'cancelled' OR (batches.state = 'releasing' AND ${hasCancelledRows})
       WHEN 'queued' THEN batches.kind = 'payout' AND ${hasUnsentRows} AND ${hasCancelledRows}
     END`,
  );
  return batches.map((batch) => ({
    batchId: textIn(batch, 'batchId'),
    actor: actorOfCancelling(context, integerIn(batch, 'batchNumber')),
  }));
}

/** Cancels at once what an earlier run left to cancel, before its payments could become unknown. */
export function finishCancelling(context: Context, at: number): void {
  for (const { batchId, actor } of interruptedCancellations(context)) {
    const whole = { ...context, actor: actorJson(actor) };
    while (cancelRows(whole, batchId, rowsAtOnce, at) === rowsAtOnce);
  }
}

/** Who began to cancel the rows of a batch, from the event of one of them. */
function actorOfCancelling({ connection }: Context, batchNumber: number): Actor | null {
  const row = connection.get(
    `SELECT actor FROM lives CROSS JOIN events INDEXED BY eventsOfPayment ON entity = 'payment' AND entityId = lives.paymentId
     WHERE lives.paymentId BETWEEN +? AND +? AND lives.state = 'cancelled' AND toState = 'cancelled' AND cause LIKE '{"code":"cancelled"%'
     ORDER BY sequence DESC LIMIT 1`,
    ...paymentIdsOf(batchNumber),
  );
  return row === undefined ? null : readActor(row);
}
