import type { CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context.ts';
import { catchUpKeys } from '../../payments/payee.ts';

const listedPayees = 1000;
const rowsAtOnce = 500;

/** The rows of a batch whose payee no payout of the profile has paid before. */
export async function findFirstTimePayees(
  context: Pick<CoreContext, 'store' | 'clock'>,
  batchId: string,
): Promise<CheckReport['firstTimePayees']> {
  const { store, clock } = context;
  await catchUpKeys(context);
  const rows: CheckReport['firstTimePayees']['rows'] = [];
  let count = 0;
  for (let afterRowNumber: number | null = 0; afterRowNumber !== null;) {
    const page: ReturnType<typeof store.firstTimePayees> = store.firstTimePayees(batchId, {
      afterRowNumber,
      limit: rowsAtOnce,
    });
    count += page.rows.length;
    rows.push(...page.rows.slice(0, listedPayees - rows.length));
    afterRowNumber = page.next;
    await clock.turn();
  }
  return { count, rows };
}
