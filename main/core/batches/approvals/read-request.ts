import type { BatchRequestDocument } from '../../../../contract/approvals/signed-documents.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { Clock } from '../../ports/index.ts';
import { rowSums } from '../../payments/pages.ts';

const rowsAtOnce = 1000;

/**
 * Checks that the hash and totals of a request match its rows, so that nobody approves a total that the rows do not pay. Its
 * signature was verified before.
 */
export async function checkRequest(
  { batch, rows }: BatchRequestDocument,
  clock: Pick<Clock, 'turn'>,
): Promise<Result<null>> {
  const sums = rowSums(batch.callbackUrl);
  for (const [index, row] of rows.entries()) {
    if (row.rowNumber !== index + 1) return contradicts('its rows are not in order');
    sums.add(row);
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
  const { rowsHash, paid } = sums.result();
  if (rowsHash !== batch.rowsHash) return contradicts('its rows are not those of its hash');
  if (JSON.stringify(paid.totals) !== JSON.stringify(batch.totals))
    return contradicts('its totals are not those of its rows');
  return succeed(null);
}

function contradicts(why: string): Result<never> {
  return fail(
    'signatureInvalid',
    `This file cannot be trusted: ${why}. It was signed by something other than Bursar. Do not approve it.`,
  );
}
