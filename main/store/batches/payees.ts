import type { BatchStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { flagIn, integerIn, textIn, type Row } from '../read-row.ts';

/** The payees of a batch's rows, and those that are paid for the first time. */
export function payeeMethods({ connection, batchCache }: Context) {
  /** A page of these rows, which are joined to their payments as `row`; gaps of removed rows count towards the limit. */
  function pageOf<Read>(
    { columns, where }: { readonly columns: string; readonly where: string },
    batchId: string,
    { afterRowNumber, limit }: { readonly afterRowNumber: number; readonly limit: number },
    read: (row: Row) => Read,
  ): { rows: Read[]; next: number | null } {
    const batchNumber = batchCache.numberOf(batchId);
    const batch = connection.get('SELECT lastRowNumber FROM batches WHERE batchNumber = +?', batchNumber);
    if (batch === undefined) return { rows: [], next: null };
    const [noRow] = paymentIdsOf(batchNumber);
    const lastRowNumber = integerIn(batch, 'lastRowNumber');
    const upTo = Math.min(afterRowNumber + limit, lastRowNumber);
    const rows = connection.all(
      `SELECT ${columns} FROM paymentKeys AS row CROSS JOIN payments ON payments.paymentId = row.paymentId
       WHERE row.paymentId BETWEEN +? AND +? AND ${where} ORDER BY row.paymentId`,
      noRow + afterRowNumber + 1,
      noRow + upTo,
    );
    return { rows: rows.map(read), next: upTo < lastRowNumber ? upTo : null };
  }

  return {
    payeeHashes: (batchId, page) =>
      pageOf(
        { columns: 'row.payeeHash, row.nameHash, retryOf IS NOT NULL AS isRetry', where: 'true' },
        batchId,
        page,
        (row) => ({
          payeeHash: integerIn(row, 'payeeHash'),
          nameHash: integerIn(row, 'nameHash'),
          isRetry: flagIn(row, 'isRetry'),
        }),
      ),

    firstTimePayees: (batchId, page) =>
      pageOf({ columns: 'rowNumber, accountName, accountNumber', where: isFirst }, batchId, page, (row) => ({
        rowNumber: integerIn(row, 'rowNumber'),
        accountName: textIn(row, 'accountName'),
        accountNumber: textIn(row, 'accountNumber'),
      })),
  } satisfies Partial<BatchStore>;
}

const isFirst = `NOT EXISTS (
  SELECT 1 FROM paidPayees WHERE paidPayees.profileNumber = row.profileNumber AND paidPayees.payee = row.payee)`;
