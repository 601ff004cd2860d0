import { fail, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';

/** Rows that a refusal names. */
const namedRows = 50;

/** Refuses a release that would pay a payee whom a person blocked. What is queued already is stopped when it is claimed. */
export function refuseBlocked({ store }: Pick<CoreContext, 'store'>, batchId: string): Result<never> | null {
  const rows = store.blockedRows(batchId, namedRows);
  if (rows.length === 0) return null;
  const problems = rows.map(({ rowNumber, payeeId }) => ({
    message: `Row ${rowNumber} pays payee ${payeeId}, which is blocked.`,
  }));
  return fail(
    'payeeBlocked',
    `Batch ${batchId} pays a blocked payee and was not released. Remove the row, or unblock the payee if it may be paid again.`,
    { batchId, problems },
  );
}
