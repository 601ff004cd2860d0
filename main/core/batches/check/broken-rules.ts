import type { CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context.ts';
import { cellsOf } from '../payout-cells.ts';
import type { PayoutRules, RowContent, StoredProfile } from '../../ports/index.ts';
import { familyFinder } from '../../payments/convert.ts';
import { overtakenBy } from '../retry.ts';
import { isSameRules, rulesOf } from '../rules/rules-of-profile.ts';

const listedProblems = 1000;
const noProblems: ReturnType<CoreContext['files']['checkCells']>['problems'] = [];

/**
 * The problems in the rows of a draft by the current rules: the draft may predate a rule, retry payouts that broke one, or
 * retry a payout that was paid after all. `keptRules` are rules that no row breaks.
 */
export async function findRowProblems(
  context: CoreContext,
  profile: StoredProfile,
  pages: AsyncIterable<readonly RowContent[]>,
  keptRules: PayoutRules | null,
): Promise<CheckReport['rowProblems']> {
  const { store, files } = context;
  const rules = await rulesOf(context, profile);
  const areKept = keptRules !== null && isSameRules(keptRules, rules);
  const rows: CheckReport['rowProblems']['rows'] = [];
  let count = 0;
  for await (const payments of pages) {
    const hasFamily = familyFinder(store, payments);
    for (const payment of payments) {
      const overtaken = hasFamily(payment) ? overtakenBy(store, payment) : null;
      const problems = areKept ? noProblems : files.checkCells(cellsOf(payment, ''), rules).problems;
      if (overtaken === null && problems.length === 0) continue;
      count += 1;
      // A row that must not be paid again needs no other fix.
      for (const { column, fault } of overtaken === null ? problems : [{ column: null, fault: overtaken }])
        if (rows.length < listedProblems) rows.push({ rowNumber: payment.rowNumber, column, fault });
    }
  }
  return { count, rows };
}
