import { importingBatches } from '../batches/batch-states.ts';
import type { HistoryEntry, HistoryQuery } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentTables } from '../payments/read-payment.ts';
import { flowTimeOf } from '../flows/index-flows.ts';
import { integerIn, textIn } from '../read-row.ts';
import { containsOne, searchedFor, searchedIn } from './search-text.ts';
import { facetKeyIn } from './facets.ts';
import { facetTest, paidRange, rangeOf } from './conditions.ts';
import { amountKeyOf, compareKeys } from './keys.ts';

/** Rows read per piece. */
const rowsAtOnce = 2000;
/** Rows of an import that is not finished are invisible. */
const isVisible = `payments.batchNumber NOT IN (${importingBatches})`;
const isToPayee = `EXISTS (SELECT 1 FROM paymentKeys JOIN profiles USING (profileNumber)
  WHERE paymentKeys.paymentId = payments.paymentId AND isReleased = 1 AND payee = ? AND environment = ?)`;

/**
 * The results that the index would give, from the payments themselves: for a database whose index is not complete yet. By time, newest first
 * unless the query asks for the oldest; any other order has to wait for the index.
 */
export function* scanAll(
  context: Context,
  { filter, order, after: place }: HistoryQuery,
): Generator<readonly HistoryEntry[], undefined> {
  const isNewest = order !== 'oldest';
  const after = place?.paymentId ?? null;
  const range = rangeOf(context, filter);
  const matches = facetTest(context, filter);
  const paid = paidRange(filter);
  const wanted = filter.search === null ? null : searchedFor(filter.search);
  const least = filter.amountFrom === null ? null : amountKeyOf(filter.amountFrom);
  const greatest = filter.amountUntil === null ? null : amountKeyOf(filter.amountUntil);
  let first = !isNewest && after !== null ? Math.max(range.first, after + 1) : range.first;
  let last = isNewest && after !== null ? Math.min(range.last, after - 1) : range.last;
  for (;;) {
    const rows = context.connection.all(
      `SELECT payments.paymentId, profileNumber, coalesce(state, 'draft') AS state, currencyCode, paymentMethodCode, amount, accountName,
         accountNumber, reference, idPayment, updatedAt, processedAt, ${isVisible} AS isVisible${filter.payee === null ? '' : `, ${isToPayee} AS isToPayee`}
       FROM ${paymentTables} WHERE payments.paymentId BETWEEN +? AND +? AND kind = 'payout'
       ORDER BY payments.paymentId ${isNewest ? 'DESC' : 'ASC'} LIMIT ${rowsAtOnce}`,
      ...(filter.payee === null ? [] : [filter.payee.payee, filter.payee.environment]),
      first,
      last,
    );
    const found = rows.filter((row) => {
      if (row['isVisible'] !== 1 || !matches(facetKeyIn(row))) return false;
      if (filter.payee !== null && row['isToPayee'] !== 1) return false;
      if (paid !== null && !isIn(paid, flowTimeOf(row))) return false;
      if (wanted !== null && !containsOne(searchedIn(row), wanted)) return false;
      const amountKey = amountKeyOf(textIn(row, 'amount'));
      if (least !== null && compareKeys(amountKey, least) < 0) return false;
      if (greatest !== null && compareKeys(amountKey, greatest) > 0) return false;
      return range.isRightTime === null || range.isRightTime(integerIn(row, 'paymentId'));
    });
    yield found.map((row) => ({ key: '', paymentId: integerIn(row, 'paymentId') }));
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsAtOnce) return;
    if (isNewest) last = integerIn(end, 'paymentId') - 1;
    else first = integerIn(end, 'paymentId') + 1;
  }
}

function isIn({ from, until }: { from: number; until: number }, at: number): boolean {
  return at >= from && at < until;
}
