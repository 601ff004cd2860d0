import { importingBatches } from './batch-states.ts';
import type { BatchStore } from '../../core/ports/index.ts';
import { inLedger } from '../audit/ledger.ts';
import type { Context } from '../context.ts';
import { changeHistory, dropFromHistory } from '../history/index.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn } from '../read-row.ts';
import { loseSchedule } from './schedules.ts';

/** Rows deleted per transaction when an import of an earlier run is removed. */
const deletedAtOnce = 2000;

/** Deletes imports and drafts. */
export function takeBackMethods(context: Context) {
  const { connection, batchCache } = context;
  return {
    /** The draft becomes an import first, so that after a crash the next start deletes the rest of it. */
    takeBackDraft(batchId, limit, at, { isDiscarded } = { isDiscarded: false }) {
      const batchNumber = batchCache.numberOf(batchId);
      if (batchNumber === null) return null;
      const batch = connection.get('SELECT state FROM batches WHERE batchNumber = +?', batchNumber);
      const state = batch?.['state'];
      if (state === 'draft' || (isDiscarded && state === 'cancelled'))
        inLedger(context, at, (ledger) => {
          loseSchedule(context, ledger, batchNumber);
          connection.run(`UPDATE batches SET state = 'importing' WHERE batchNumber = +?`, batchNumber);
          connection.run('UPDATE sheets SET batchNumber = NULL WHERE batchNumber = +?', batchNumber);
          ledger.batchChanged(batchNumber, state, 'importing', {
            cause: { code: 'takenBack' },
          });
        });
      else if (state !== 'importing') return null;
      return discardRows(context, batchNumber, limit, at);
    },
  } satisfies Partial<BatchStore>;
}

/** Deletes imports that earlier runs left unfinished. */
export function discardImports(context: Context, at: number): void {
  const imports = context.connection.all(importingBatches);
  for (const row of imports)
    while (discardRows(context, integerIn(row, 'batchNumber'), deletedAtOnce, at) === deletedAtOnce);
}

/** Deletes up to `limit` rows of an import with their derived data, and once fewer are left the import itself; returns how many rows. */
function discardRows(context: Context, batchNumber: number, limit: number, at: number): number {
  const { connection, batchCache, imports } = context;
  takeBackCancelled(context, batchNumber, limit, at);
  const deleted = changeHistory(context, (history) => {
    const rows = connection.all(
      `SELECT paymentId, accountName, accountNumber, reference, idPayment, amount FROM payments
       WHERE paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT +?`,
      ...paymentIdsOf(batchNumber),
      limit,
    );
    for (const row of rows) {
      dropFromHistory(context, history, row);
      connection.run('DELETE FROM payments WHERE paymentId = +?', integerIn(row, 'paymentId'));
    }
    if (rows.length === limit) return rows.length;
    connection.run('DELETE FROM paymentCounts WHERE batchNumber = +?', batchNumber);
    connection.run(`DELETE FROM batches WHERE batchNumber = +? AND state = 'importing'`, batchNumber);
    return rows.length;
  });
  if (deleted === limit) return deleted;
  imports.delete(batchNumber);
  batchCache.clear();
  return deleted;
}

/** Rows of a discarded draft were cancelled and never sent: the log makes them drafts again before they are deleted. */
function takeBackCancelled(context: Context, batchNumber: number, limit: number, at: number): void {
  const { connection } = context;
  inLedger(context, at, (ledger) => {
    const rows = connection.all(
      `SELECT paymentId FROM lives WHERE state = 'cancelled' AND paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT +?`,
      ...paymentIdsOf(batchNumber),
      limit,
    );
    for (const row of rows) {
      const paymentId = integerIn(row, 'paymentId');
      connection.run('DELETE FROM lives WHERE paymentId = +?', paymentId);
      ledger.paymentChanged(paymentId, 'cancelled', 'draft', { cause: { code: 'takenBack' } });
    }
  });
}
