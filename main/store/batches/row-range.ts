import type { RowPage } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn } from '../read-row.ts';

/** The least and greatest payment ID of these rows, and the row after which the next page begins; null if there is no such batch. */
export function rowRange(
  { connection, batchCache }: Pick<Context, 'connection' | 'batchCache'>,
  batchId: string,
  { afterRowNumber, limit }: RowPage,
): {
  readonly batchNumber: number;
  readonly first: number;
  readonly last: number;
  readonly next: number | null;
} | null {
  const batchNumber = batchCache.numberOf(batchId);
  const batch = connection.get('SELECT lastRowNumber FROM batches WHERE batchNumber = +?', batchNumber);
  if (batch === undefined || batchNumber === null) return null;
  const [noRow] = paymentIdsOf(batchNumber);
  const lastRowNumber = integerIn(batch, 'lastRowNumber');
  const upTo = Math.min(afterRowNumber + limit, lastRowNumber);
  return {
    batchNumber,
    first: noRow + afterRowNumber + 1,
    last: noRow + upTo,
    next: upTo < lastRowNumber ? upTo : null,
  };
}
