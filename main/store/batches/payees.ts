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
