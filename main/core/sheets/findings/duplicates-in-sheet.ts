import { EarlierRows } from '../../batches/earlier-rows.ts';
import { findingsOf } from '../../batches/duplicates.ts';
import type { CoreContext } from '../../context/context.ts';
import type { RowFacts } from './cache.ts';
import type { CachedFinding } from './kept-finding.ts';
import type { SeenRow } from './row-facts.ts';

const rowsAtOnce = 500;

/** Duplicates of earlier rows and of released payouts: the same result as the check of their draft. */
export async function findDuplicateRows(
  { clock }: Pick<CoreContext, 'clock'>,
  rows: readonly (readonly [SeenRow, RowFacts])[],
  add: (row: SeenRow, finding: CachedFinding) => void,
): Promise<void> {
  const earlier = new EarlierRows(rows.length);
  for (const [index, [seen, { compared }]] of rows.entries()) {
    // Rows of the sheet have their negative position, from -1, where released payouts have their payment IDs.
    const row = { ...compared, paymentId: -1 - index, rowNumber: seen.rowNumber };
    for (const { level, kind, equalId } of findingsOf(row, earlier.add(row))) {
      const equalTo = equalId > 0 ? equalId : rows[-1 - equalId]?.[0];
      if (equalTo === undefined) throw new Error('a duplicate is not there');
      add(seen, {
        kind: level === 'exact' ? 'duplicate' : 'possibleDuplicate',
        level: 'block',
        inCommon: kind,
        equalTo,
      });
    }
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
}
