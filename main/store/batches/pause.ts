import type { BatchStore } from '../../core/ports/index.ts';
import { BatchState } from '../../../contract/batches/batch.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../audit/ledger.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { isInMotion } from '../payments/read-payment.ts';
import { choiceIn, integerIn } from '../read-row.ts';

/** Pauses and resumes batches. */
export function pauseMethods(context: Context) {
  const { connection } = context;
  return {
    /** The state of the batch does not change; an event records the pause (invariant I6). */
    setPaused(batchId, isPausing, at, code = isPausing ? ('paused' as const) : ('resumed' as const)) {
      return inLedger(context, at, (ledger) => {
        const batch = connection.get(
          `SELECT batchNumber, state FROM batches WHERE batchId = +? AND state IN ('releasing', 'released')
             AND (pausedAt IS NOT NULL) <> ?`,
          batchId,
          isPausing ? 1 : 0,
        );
        if (batch === undefined) return false;
        const batchNumber = integerIn(batch, 'batchNumber');
        const state = choiceIn(batch, 'state', BatchState.options);
        connection.run(
          'UPDATE batches SET pausedAt = ? WHERE batchNumber = +?',
          isPausing ? at : null,
          batchNumber,
        );
        if (!isPausing)
          connection.run(
            `UPDATE lives INDEXED BY livesInMotion SET dueAt = ?
             WHERE state = 'unknown' AND ${isInMotion} AND paymentId BETWEEN +? AND +?
               AND dueAt IS NOT NULL AND problemCode = 'heldBack'`,
            at,
            ...paymentIdsOf(batchNumber),
          );
        ledger.batchChanged(batchNumber, state, state, { cause: { code } });
        return true;
      });
    },

    isPaused: (batchId) => isPaused(context, batchId),

    countHeldBack(batchId) {
      return connection.integer(
        `SELECT count(*) AS heldBack FROM lives INDEXED BY livesInMotion
         WHERE state = 'unknown' AND ${isInMotion} AND paymentId BETWEEN +? AND +?
           AND (dueAt IS NULL OR problemCode = 'heldBack')`,
        ...paymentIdsOf(context.batchCache.numberOf(batchId)),
      );
    },
  } satisfies Partial<BatchStore>;
}

/** Read at every claim, so that nothing more is sent once a person pauses a batch. */
export function isPaused({ connection, batchCache }: Context, batchId: string): boolean {
  const paused = 'SELECT 1 FROM batches WHERE batchNumber = +? AND pausedAt IS NOT NULL';
  return connection.get(paused, batchCache.numberOf(batchId)) !== undefined;
}
