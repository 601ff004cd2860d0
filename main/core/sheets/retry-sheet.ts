import type { FileNote } from '../../../contract/batches/file-note.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { retriableStates } from '../../../contract/payments/life.ts';
import { fail, type Result } from '../../../contract/result.ts';
import type { SheetOpening } from '../../../contract/batches/sheet.ts';
import { rowsToRetry } from '../batches/later-retries.ts';
import { refuseRetried, retriableOf, retriableOfBatch } from '../batches/retry.ts';
import type { CoreContext } from '../context/context.ts';
import { chooseProfile, noBatch } from '../context/subject.ts';
import type { StoredPayment } from '../ports/index.ts';
import { cellsOf } from '../batches/payout-cells.ts';
import { beginSheet, openedSheet } from './begin-sheet.ts';
import type { SheetSessions } from './sheet-sessions.ts';

/** A sheet of the failed and rejected payouts of a batch; those that another payout covers are left out, and a note says so. */
export async function openRetryOfBatch(
  context: CoreContext,
  session: SheetSessions,
  batchId: string,
): Promise<Result<SheetOpening>> {
  const batch = context.store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  const { left, retriedBy } = await retriableOfBatch(context, batchId);
  if (left.length === 0)
    return retriedBy.size > 0
      ? refuseRetried(retriedBy)
      : fail('notReleasable', `No payout of batch ${batchId} is failed or rejected now.`, { batchId });
  const count = left.length + retriedBy.size;
  const notes: FileNote[] =
    retriedBy.size === 0 ? [] : [{ code: 'retriedAlready', payouts: retriedBy.size, of: count }];
  return beginRetry(context, session, batch.keyId, retryName(batch.fileName), left, notes);
}

/** The second retry of a file is named so, not the retry of its retry. */
function retryName(fileName: string): string {
  const [, count = '1', name] = /^Retry(?: (\d{1,4}))? of (.+)$/su.exec(fileName) ?? [];
  return name === undefined ? `Retry of ${fileName}` : `Retry ${Number(count) + 1} of ${name}`;
}

/** A sheet of these payouts of one profile; refused if one of them did not fail, or another payout covers it. */
export async function openRetryOfPayouts(
  context: CoreContext,
  session: SheetSessions,
  profileName: string | undefined,
  idPayouts: readonly string[],
): Promise<Result<SheetOpening>> {
  const { store } = context;
  const wanted = profileName === undefined ? null : chooseProfile(store, profileName);
  if (wanted?.ok === false) return wanted;
  const payments: StoredPayment[] = [];
  for (const idPayout of new Set(idPayouts)) {
    const payment = store.findPayment(idPayout, profileName);
    if (payment === null) return fail('notFound', `There is no payout ${idPayout}.`, { idPayout });
    if (!retriableStates.has(payment.state))
      return fail(
        'notReleasable',
        `Payout ${idPayout} is ${payment.state}. Only failed and rejected payouts can be retried.`,
        { idPayout },
      );
    payments.push(payment);
  }
  const keyIds = new Set(payments.map(({ keyId }) => keyId));
  const [keyId] = keyIds;
  if (keyId === undefined || keyIds.size !== 1)
    return fail('inputInvalid', 'These payouts belong to several profiles. Choose payouts of one profile.');
  const { retriedBy } = await retriableOf(context, payments);
  if (retriedBy.size > 0) return refuseRetried(retriedBy);
  const name =
    payments.length === 1
      ? `Retry of ${payments[0]?.idPayment ?? ''}`
      : `Retry of ${counted(payments.length, 'payout')}`;
  return beginRetry(context, session, keyId, name, payments, []);
}

/**
 * Opens the sheet in which a person began to repair exactly these payouts, with its changes; begins one if there is none, or if a retry of one
 * of them was released since, in which a person may have corrected it.
 */
async function beginRetry(
  context: CoreContext,
  session: SheetSessions,
  keyId: string,
  name: string,
  payments: readonly StoredPayment[],
  notes: readonly FileNote[],
): Promise<Result<SheetOpening>> {
  const toRetry = await rowsToRetry(context, payments);
  const releases = new Set(toRetry.map(({ batchId }) => batchId));
  const releasedAt = Array.from(releases, (batchId) => context.store.findBatch(batchId)?.releasedAt ?? 0);
  const begun = context.store.findRetrySheet(
    keyId,
    payments.map(({ idPayment }) => idPayment),
    Math.max(...releasedAt),
  );
  if (begun !== null)
    return session.with(begun, (sheet) => openedSheet(sheet, [...notes, { code: 'retryBegun' }]));
  const rows = toRetry.map((row) => ({ cells: cellsOf(row, ''), retryOf: row.retryOf, source: row.source }));
  return beginSheet(context, session, { profile: { keyId }, name, rows, notes, batchId: null });
}
