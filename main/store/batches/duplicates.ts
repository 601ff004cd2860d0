import type { DuplicateRow, Store } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn, textIn, type Row } from '../read-row.ts';

/** The latest payment that pays the same as `row`, may have moved money, and lies outside of its batch, on this side of it. */
const releasedEqual = (isOnThisSide: string): string => `(SELECT equal.paymentId
  FROM releasedPayments AS equal
    CROSS JOIN payments ON payments.paymentId = equal.paymentId
    CROSS JOIN lives ON lives.paymentId = equal.paymentId
    CROSS JOIN batches ON batches.batchNumber = payments.batchNumber
  WHERE equal.duplicateNumber = row.duplicateNumber AND equal.profileNumber = row.profileNumber
    AND equal.paymentId ${isOnThisSide} AND payments.duplicateKey = row.duplicateKey
    AND releasedAt >= +? AND lives.state NOT IN ('rejected', 'failed', 'cancelled')
  ORDER BY equal.paymentId DESC LIMIT 1)`;

/** The latest row of the batch before `row` that pays the same, of those that brought an order ID or of those that did not. */
const twin = (hasOwnId: 0 | 1): string => `(SELECT twin.paymentId
  FROM payments AS twin INDEXED BY repeatedRows
  WHERE twin.isRepeated = 1 AND twin.batchNumber = row.batchNumber AND twin.duplicateNumber = row.duplicateNumber
    AND twin.hasOwnId = ${hasOwnId} AND twin.paymentId < row.paymentId AND twin.duplicateKey = row.duplicateKey
  ORDER BY twin.paymentId DESC LIMIT 1)`;

/** Of several equal payments the one with the greatest number is named: a later batch first, then this one, then those before. */
const select = `WITH found AS MATERIALIZED (
    SELECT row.rowNumber, row.idPayment, coalesce(
      ${releasedEqual('> row.paymentId - row.rowNumber + 2097151')},
      CASE WHEN row.isRepeated = 1 THEN nullif(max(
        coalesce(${twin(0)}, 0), CASE WHEN row.hasOwnId = 0 THEN coalesce(${twin(1)}, 0) ELSE 0 END), 0) END,
      ${releasedEqual('< row.paymentId - row.rowNumber')}) AS equalId
    FROM payments AS row WHERE row.paymentId BETWEEN +? AND +?)
  SELECT found.rowNumber, found.idPayment, other.rowNumber AS otherRow, other.idPayment AS otherId,
    batches.batchId AS otherBatch, coalesce(batches.releasedAt, batches.createdAt) AS at
  FROM found CROSS JOIN payments AS other ON other.paymentId = found.equalId
    CROSS JOIN batches ON batches.batchNumber = other.batchNumber
  ORDER BY found.rowNumber`;

/** See Store. */
export function duplicateRows(
  { connection, facts }: Context,
  batchId: string,
  sinceMs: number,
  { afterRowNumber, scanLimit }: { afterRowNumber: number; scanLimit: number },
): ReturnType<Store['duplicateRows']> {
  const batchNumber = facts.numberOf(batchId);
  const batch = connection.get('SELECT lastRowNumber FROM batches WHERE batchNumber = +?', batchNumber);
  if (batch === undefined) return { rows: [], next: null };
  const [noRow] = paymentIdsOf(batchNumber);
  const last = Math.min(afterRowNumber + scanLimit, integerIn(batch, 'lastRowNumber'));
  const rows = connection.all(select, sinceMs, sinceMs, noRow + afterRowNumber + 1, noRow + last);
  return {
    rows: rows.map(readDuplicate),
    next: last < integerIn(batch, 'lastRowNumber') ? last : null,
  };
}

function readDuplicate(row: Row): DuplicateRow {
  return {
    rowNumber: integerIn(row, 'rowNumber'),
    idPayment: textIn(row, 'idPayment'),
    equalTo: {
      batchId: textIn(row, 'otherBatch'),
      rowNumber: integerIn(row, 'otherRow'),
      idPayment: textIn(row, 'otherId'),
      at: integerIn(row, 'at'),
    },
  };
}
