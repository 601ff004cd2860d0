import type { DerivedStep, KeysOf } from '../../core/ports/index.ts';
import { lastSequence } from '../audit/chain-head.ts';
import { noteWrongKeys } from '../batches/check-keys.ts';
import { renewKeys } from '../batches/payment-keys.ts';
import type { Context } from '../context.ts';
import { indexFlows, resetFlows } from '../flows/index-flows.ts';
import { indexHistory, rebuildHistory } from '../history/index.ts';
import { integerIn } from '../read-row.ts';
import { correctCounts } from './counts.ts';
import { addPayees, removePayee, unpaidPayees } from './paid-payees.ts';

/** Rows read per step; a bigger batch is counted in a separate step. */
const rowsAtOnce = 1000;

/** See MaintenanceStore. */
export function* rebuildDerived(context: Context, keysOf: KeysOf): Generator<DerivedStep, undefined> {
  let done = 0;
  for (const counted of countBatches(context)) {
    done += counted;
    yield { done, differences: [] };
  }
  const keys = { limit: rowsAtOnce, keysOf };
  for (let after: number | null = 0; after !== null; after = noteWrongKeys(context, after, keys))
    yield { done, differences: [] };
  while (renewKeys(context, rowsAtOnce, keysOf) === rowsAtOnce) yield { done, differences: [] };
  const began = lastSequence(context.connection);
  const paid = new Set<string>();
  for (let after: number | null = 0; after !== null; after = addPayees(context, after, rowsAtOnce, paid))
    yield { done, differences: [] };
  for (const unpaid of unpaidPayees(context, { paid, began })) {
    for (const row of unpaid) removePayee(context, row);
    yield { done, differences: [] };
  }
  rebuildHistory(context);
  while (!indexHistory(context)) yield { done, differences: [] };
  resetFlows(context);
  while (indexFlows(context, rowsAtOnce) > 0) yield { done, differences: [] };
}

/** Counts the rows of every batch again, except imports, which count as they go. */
function* countBatches(context: Context): Generator<number> {
  const { connection } = context;
  let after = 0;
  for (;;) {
    const rows = connection.all(
      `SELECT batchNumber, rows FROM batches WHERE batchNumber > +? AND state <> 'importing' ORDER BY batchNumber LIMIT 100`,
      after,
    );
    let counted = 0;
    connection.transaction(() => {
      for (const row of rows) {
        if (counted >= rowsAtOnce) return;
        after = integerIn(row, 'batchNumber');
        counted += integerIn(row, 'rows');
        correctCounts(context, after);
      }
    });
    if (rows.length === 0) return;
    yield counted;
  }
}
