import type { Context } from '../context.ts';
import { integerIn } from '../read-row.ts';
import { memoryOf } from './memory.ts';
import { tableOf, type Shelf } from './text-segments.ts';

/** The payments that may contain a text, shelf by shelf, newest or oldest first. */
export function* textsWith(
  context: Context,
  match: string,
  { first, last, isNewest }: { first: number; last: number; isNewest: boolean },
): Generator<readonly number[], undefined> {
  const { shelves } = memoryOf(context);
  const wanted = shelves.all().filter(({ least, greatest }) => least <= last && greatest >= first);
  for (const together of runsOf(wanted, isNewest)) {
    const found: number[] = [];
    for (const shelf of together) {
      // A shelf goes with its last text.
      if (!shelves.all().some(({ shelfNumber }) => shelfNumber === shelf.shelfNumber)) continue;
      const rows = context.connection.all(
        `SELECT rowid AS paymentId FROM ${tableOf(shelf)} WHERE ${tableOf(shelf)} MATCH ?`,
        match,
      );
      for (const row of rows) {
        const paymentId = integerIn(row, 'paymentId');
        if (paymentId >= first && paymentId <= last) found.push(paymentId);
      }
      if (together.length > 1) yield [];
    }
    yield found.toSorted((left, right) => (isNewest ? right - left : left - right));
  }
}

/** Shelves in order; those that overlap, since two imports ended in another order than they began, stand together. */
function runsOf(shelves: readonly Shelf[], isNewest: boolean): Shelf[][] {
  const runs: Shelf[][] = [];
  let end = -1;
  for (const shelf of shelves.toSorted((left, right) => left.least - right.least)) {
    const run = runs.at(-1);
    if (run === undefined || shelf.least > end) runs.push([shelf]);
    else run.push(shelf);
    end = Math.max(end, shelf.greatest);
  }
  return isNewest ? runs.toReversed() : runs;
}
