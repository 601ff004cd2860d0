import type { BatchStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn, textIn } from '../read-row.ts';

/** Finds rows that pay a payee for the first time. */
export function payeeMethods({ connection, batchCache }: Context) {
  return {
    firstTimePayees(batchId, { afterRowNumber, limit }) {
      const batchNumber = batchCache.numberOf(batchId);
      const batch = connection.get('SELECT lastRowNumber FROM batches WHERE batchNumber = +?', batchNumber);
      if (batch === undefined) return { rows: [], next: null };
      const [noRow] = paymentIdsOf(batchNumber);
      const lastRowNumber = integerIn(batch, 'lastRowNumber');
      const upTo = Math.min(afterRowNumber + limit, lastRowNumber);
      const rows = connection.all(
        `SELECT rowNumber, accountName, accountNumber FROM paymentKeys AS row
           CROSS JOIN payments ON payments.paymentId = row.paymentId
         WHERE row.paymentId BETWEEN +? AND +? AND NOT EXISTS (
           SELECT 1 FROM paidPayees WHERE paidPayees.profileNumber = row.profileNumber AND paidPayees.payee = row.payee)
         ORDER BY row.paymentId`,
        noRow + afterRowNumber + 1,
        noRow + upTo,
      );
      return {
        rows: rows.map((row) => ({
          rowNumber: integerIn(row, 'rowNumber'),
          accountName: textIn(row, 'accountName'),
          accountNumber: textIn(row, 'accountNumber'),
        })),
        next: upTo < lastRowNumber ? upTo : null,
      };
    },
  } satisfies Partial<BatchStore>;
}

/** Empties the list of payees; `addPayees` fills it again. */
export function forgetPayees({ connection }: Context): void {
  connection.run('DELETE FROM paidPayees');
}

/** Adds the payees of up to `limit` payments after this one that were paid; returns the last, null at the end. */
export function addPayees({ connection }: Context, after: number, limit: number): number | null {
  const rows = connection.all(
    'SELECT paymentId FROM lives WHERE paymentId > +? ORDER BY paymentId LIMIT +?',
    after,
    limit,
  );
  const last = rows.at(-1);
  if (last === undefined) return null;
  connection.run(
    `INSERT OR IGNORE INTO paidPayees SELECT profileNumber, payee
     FROM lives CROSS JOIN paymentKeys ON paymentKeys.paymentId = lives.paymentId
     WHERE lives.paymentId > +? AND lives.paymentId <= +? AND lives.state = 'paid'`,
    after,
    integerIn(last, 'paymentId'),
  );
  return integerIn(last, 'paymentId');
}
