import type { BatchStore, RowPage } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { flagIn, integerIn, textIn, type Row } from '../read-row.ts';
import { rowRange } from './row-range.ts';

/** The payees of a batch's rows, and those that are paid for the first time. */
export function payeeMethods(context: Context) {
  /** A page of these rows, which are joined to their payments as `row`. */
  function pageOf<Read>(
    { columns, where }: { readonly columns: string; readonly where: string },
    batchId: string,
    page: RowPage,
    read: (row: Row) => Read,
  ): { rows: Read[]; next: number | null } {
    const range = rowRange(context, batchId, page);
    if (range === null) return { rows: [], next: null };
    const rows = context.connection.all(
      `SELECT ${columns} FROM paymentKeys AS row CROSS JOIN payments ON payments.paymentId = row.paymentId
       WHERE row.paymentId BETWEEN +? AND +? AND ${where} ORDER BY row.paymentId`,
      range.first,
      range.last,
    );
    return { rows: rows.map(read), next: range.next };
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
