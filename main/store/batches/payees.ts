import type { RunningStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn, textIn } from '../read-row.ts';

/** As in the trigger `livesThatPaid`. */
export const payee = `CASE WHEN accountNumber = '' THEN 'name ' || lower(trim(accountName))
  ELSE 'account ' || upper(replace(replace(accountNumber, ' ', ''), '-', '')) END`;

/** Has every payee entered again by `catchUpPayees`; until then none is known. */
export function forgetPayees({ connection }: Context): void {
  connection.transaction(() => {
    connection.run('DELETE FROM paidPayees');
    connection.run(
      'UPDATE paidPayeesCatchUp SET paymentId = 0, lastPaymentId = (SELECT coalesce(max(paymentId), 0) FROM lives)',
    );
  });
}

/** See RunningStore. */
export function catchUpPayees({ connection }: Context, limit: number): number {
  return connection.transaction(() => {
    const place = connection.get('SELECT paymentId, lastPaymentId FROM paidPayeesCatchUp WHERE one = 1');
    if (place === undefined) return 0;
    const lastPaymentId = integerIn(place, 'lastPaymentId');
    const rows = connection.all(
      'SELECT paymentId FROM lives WHERE paymentId > +? AND paymentId <= +? ORDER BY paymentId LIMIT ?',
      integerIn(place, 'paymentId'),
      lastPaymentId,
      limit,
    );
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return 0;
    connection.run(
      `INSERT OR IGNORE INTO paidPayees SELECT profileNumber, ${payee}
       FROM lives CROSS JOIN payments ON payments.paymentId = lives.paymentId
       WHERE lives.paymentId BETWEEN +? AND +? AND lives.state = 'paid' AND kind = 'payout'`,
      integerIn(first, 'paymentId'),
      integerIn(last, 'paymentId'),
    );
    connection.run(
      'UPDATE paidPayeesCatchUp SET paymentId = ? WHERE one = 1',
      rows.length < limit ? lastPaymentId : integerIn(last, 'paymentId'),
    );
    return rows.length;
  });
}

/** See RunningStore. */
export function firstTimePayees(
  { connection, facts }: Context,
  batchId: string,
  { afterRowNumber, limit }: { readonly afterRowNumber: number; readonly limit: number },
): ReturnType<RunningStore['firstTimePayees']> {
  const batchNumber = facts.numberOf(batchId);
  const batch = connection.get('SELECT lastRowNumber FROM batches WHERE batchNumber = +?', batchNumber);
  if (batch === undefined) return { rows: [], next: null };
  const [noRow] = paymentIdsOf(batchNumber);
  const lastRowNumber = integerIn(batch, 'lastRowNumber');
  const upTo = Math.min(afterRowNumber + limit, lastRowNumber);
  const rows = connection.all(
    `SELECT rowNumber, accountName, accountNumber FROM payments AS row
     WHERE paymentId BETWEEN +? AND +? AND NOT EXISTS (
       SELECT 1 FROM paidPayees WHERE paidPayees.profileNumber = row.profileNumber AND paidPayees.payee = ${payee})
     ORDER BY paymentId`,
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
}
