import { fail, type Result } from '../../../contract/result.ts';
import { nameAndAccount } from '../../../contract/text/one-line.ts';
import type { CoreContext } from '../context/context.ts';
import type { BlockedRow } from '../ports/index.ts';

const namedRows = 50;

/** The blocked payee that a row pays. */
export function blockedText({ name, account, payeeId }: BlockedRow): string {
  return `Blocked payee: ${nameAndAccount(name, account)} (${payeeId}).`;
}

/** Refuses a release that would pay a payee whom a person blocked. Queued payouts are stopped when they are claimed. */
export function refuseBlocked({ store }: Pick<CoreContext, 'store'>, batchId: string): Result<never> | null {
  const rows = store.blockedRows(batchId, namedRows);
  if (rows.length === 0) return null;
  const problems = rows.map((row) => ({ message: `Row ${row.rowNumber}: ${blockedText(row)}` }));
  return fail(
    'payeeBlocked',
    `Batch ${batchId} pays a blocked payee and was not released. Remove the row, or unblock the payee if it may be paid again.`,
    { batchId, problems },
  );
}
