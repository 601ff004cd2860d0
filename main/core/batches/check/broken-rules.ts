import type { CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context.ts';
import { pagesOfBatch } from '../../payments/pages.ts';
import { cellsOf } from '../../payments/payout-cells.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { rulesOf } from '../rules/rules-of-profile.ts';

const listedProblems = 1000;

/**
 * What is wrong with the rows of a draft by the rules that hold today: it may have been made before they were known, or retry payouts that
 * broke them.
 */
export async function findRowProblems(
  context: CoreContext,
  profile: StoredProfile,
  batchId: string,
): Promise<CheckReport['rowProblems']> {
  const { store, clock, files } = context;
  const rules = await rulesOf(context, profile);
  const rows: CheckReport['rowProblems']['rows'] = [];
  let count = 0;
  for await (const payments of pagesOfBatch(store, clock, batchId))
    for (const payment of payments) {
      const { problems } = files.checkCells(cellsOf(payment, ''), rules);
      if (problems.length === 0) continue;
      count += 1;
      for (const { column, fault } of problems)
        if (rows.length < listedProblems) rows.push({ rowNumber: payment.rowNumber, column, fault });
    }
  return { count, rows };
}
