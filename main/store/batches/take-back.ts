import type { Context } from '../context.ts';
import { discardRows } from './import-rows.ts';
import { inLedger } from '../payments/ledger.ts';

/** See Store. From `importing` on a crash makes the rest of it vanish at the next start. */
export function takeBackDraft(context: Context, batchId: string, limit: number, at: number): number | null {
  const { connection, facts } = context;
  const batchNumber = facts.numberOf(batchId);
  if (batchNumber === null) return null;
  const batch = connection.get('SELECT state FROM batches WHERE batchNumber = +?', batchNumber);
  if (batch?.['state'] === 'draft')
    inLedger(connection, at, (ledger) => {
      connection.run(`UPDATE batches SET state = 'importing' WHERE batchNumber = +?`, batchNumber);
      connection.run('UPDATE sheets SET batchNumber = NULL WHERE batchNumber = +?', batchNumber);
      ledger.batchChanged(batchNumber, 'draft', 'importing', { cause: 'taken back', detail: null });
    });
  else if (batch?.['state'] !== 'importing') return null;
  return discardRows(context, batchNumber, limit);
}
