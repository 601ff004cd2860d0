import type { Context } from '../context.ts';
import { discardRows } from './import-rows.ts';
import { inLedger } from '../payments/ledger.ts';

/** See Store. From `importing` on a crash makes the rest of it vanish at the next start. */
export function takeBackDraft(
  context: Context,
  batchId: string,
  limit: number,
  at: number,
  { isDiscarded } = { isDiscarded: false },
): number | null {
  const { connection, facts } = context;
  const batchNumber = facts.numberOf(batchId);
  if (batchNumber === null) return null;
  const batch = connection.get('SELECT state FROM batches WHERE batchNumber = +?', batchNumber);
  const state = batch?.['state'];
  if (state === 'draft' || (isDiscarded && state === 'cancelled'))
    inLedger(connection, at, (ledger) => {
      connection.run(`UPDATE batches SET state = 'importing' WHERE batchNumber = +?`, batchNumber);
      connection.run('UPDATE sheets SET batchNumber = NULL WHERE batchNumber = +?', batchNumber);
      ledger.batchChanged(batchNumber, state, 'importing', { cause: 'taken back', detail: null });
    });
  else if (state !== 'importing') return null;
  return discardRows(context, batchNumber, limit, at);
}
