import type { Context } from '../context.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { paymentTables } from '../payments/read-payment.ts';
import { integerIn, textIn } from '../read-row.ts';

/** How many payments of a batch are in each state. */
type Counts = ReadonlyMap<string, number>;

/** The counts in `paymentCounts`. */
export function keptCounts({ connection }: Context, batchNumber: number): Counts {
  const rows = connection.all('SELECT state, count FROM paymentCounts WHERE batchNumber = +?', batchNumber);
  return new Map(rows.map((row) => [textIn(row, 'state'), integerIn(row, 'count')]));
}

/** Counts all rows of the batch, which takes about 50 ms for 100,000 of them. */
export function countRows({ connection }: Context, batchNumber: number): Counts {
  const rows = connection.all(
    `SELECT coalesce(state, 'draft') AS state, count(*) AS count FROM ${paymentTables}
     WHERE payments.paymentId BETWEEN +? AND +? GROUP BY 1`,
    ...paymentIdsOf(batchNumber),
  );
  return new Map(rows.map((row) => [textIn(row, 'state'), integerIn(row, 'count')]));
}

/** States whose counts differ; a state that is not counted counts as 0. */
export function differingStates(left: Counts, right: Counts): string[] {
  const states = Array.from(new Set([...left.keys(), ...right.keys()]));
  return states.filter((state) => (left.get(state) ?? 0) !== (right.get(state) ?? 0));
}

/** Corrects stored counts of a batch that differ from its rows; call it within a transaction. */
export function correctCounts(context: Context, batchNumber: number): void {
  const real = countRows(context, batchNumber);
  for (const state of differingStates(real, keptCounts(context, batchNumber)))
    context.connection.run(
      `INSERT INTO paymentCounts (batchNumber, state, count) VALUES (?, ?, ?)
       ON CONFLICT (batchNumber, state) DO UPDATE SET count = excluded.count`,
      batchNumber,
      state,
      real.get(state) ?? 0,
    );
}
