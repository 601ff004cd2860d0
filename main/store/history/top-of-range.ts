import type { PayoutOrder } from '../../../contract/payments/history.ts';
import type { HistoryEntry } from '../../core/ports/index.ts';
import type { Value } from '../connection.ts';
import type { Context } from '../context.ts';
import { integerIn } from '../read-row.ts';
import type { Conditions } from './conditions.ts';
import { comparePlaces } from './facet-stream.ts';

type KeyOrder = Exclude<PayoutOrder, 'newest' | 'oldest'>;

/** Payments read in a few milliseconds. */
const lookedAtOnce = 12_000;
/** Multiplies the page size on each pass over the range. */
const growth = 4;
/** The most payments to read through; beyond that the index of all batches is followed instead. */
export const mostInTopOfRange = 200_000;

/**
 * The payments of a few batches in the order of a key: SQLite finds the first of each piece of the range, then the first of all are
 * chosen. Following the index of the whole history instead would read all earlier payments of other batches.
 */
export function* topOfRange(
  context: Context,
  conditionsNow: () => Conditions,
  walk: { readonly order: KeyOrder; readonly after: HistoryEntry | null; readonly expected: number },
): Generator<readonly HistoryEntry[], undefined> {
  const { order } = walk;
  let { after, expected } = walk;
  for (;;) {
    let best: readonly HistoryEntry[] = [];
    let start: number | null = conditionsNow().first;
    while (start !== null) {
      const piece = pieceFrom(context, conditionsNow(), start);
      if (piece === null) break;
      const found = firstOfPiece(context, conditionsNow(), { order, after, expected }, piece);
      best = [...best, ...found].toSorted((left, right) => comparePlaces(order, left, right));
      best = best.slice(0, expected);
      start = piece.last + 1;
      yield [];
    }
    yield best;
    const last = best.at(-1);
    if (last === undefined || best.length < expected) return;
    after = last;
    expected *= growth;
  }
}

type Piece = { readonly first: number; readonly last: number };

/** The next piece of the range with payments; IDs within a batch are consecutive, those of two batches are far apart. */
function pieceFrom({ connection }: Context, { last }: Conditions, start: number): Piece | null {
  const row = connection.get(
    'SELECT paymentId FROM history WHERE paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT 1',
    start,
    last,
  );
  if (row === undefined) return null;
  const first = integerIn(row, 'paymentId');
  return { first, last: Math.min(last, first + lookedAtOnce - 1) };
}

function firstOfPiece(
  { connection }: Context,
  { facets, isAnyFacet, leastAmount, greatestAmount, hasAmounts }: Conditions,
  { order, after, expected }: { order: KeyOrder; after: HistoryEntry | null; expected: number },
  { first, last }: Piece,
): readonly HistoryEntry[] {
  const key = order === 'name' ? 'nameKey' : 'amountKey';
  const isDown = order === 'amountDown';
  const parts = ['paymentId BETWEEN +? AND +?'];
  const values: Value[] = [first, last];
  if (!isAnyFacet) {
    parts.push('+facetNumber IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(facets.map(({ facetNumber }) => facetNumber)));
  }
  if (hasAmounts) {
    parts.push('+amountKey BETWEEN ? AND ?');
    values.push(leastAmount, greatestAmount);
  }
  if (after !== null) {
    parts.push(`(+${key} ${isDown ? '<' : '>'} ? OR (+${key} = ? AND paymentId < ?))`);
    values.push(after.key, after.key, after.paymentId);
  }
  const rows = connection.all(
    `SELECT ${key} AS key, paymentId FROM history NOT INDEXED WHERE ${parts.join(' AND ')}
     ORDER BY +${key} ${isDown ? 'DESC' : 'ASC'}, paymentId DESC LIMIT +?`,
    ...values,
    expected,
  );
  // The columns of an index that Bursar wrote itself, read by the million: their types are those of the STRICT table.
  return rows as unknown as readonly HistoryEntry[];
}
