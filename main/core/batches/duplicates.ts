import type { HeldDuplicates } from '../../../contract/operations.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { isoTime } from '../payments/convert.ts';
import type { CoreParts } from '../context.ts';
import type { DuplicateRow, StoredBatch } from '../ports/index.ts';
import { queueReleased } from './queue-released.ts';
import { readSetting } from '../settings/settings.ts';

const dayMs = 24 * 60 * 60 * 1000;
const listedDuplicates = 1000;
/** Rows compared at once: few enough that the process is not blocked for long even when each of them is a duplicate. */
const rowsAtOnce = 500;

/** What was found, and how many releases of the profile it was compared with (see Store.releaseBatch). */
export type DuplicateCheck = { readonly duplicates: HeldDuplicates; readonly releasesSeen: number };

/** What of this draft would pay what was paid already: the whole file, or single rows (operation `batches.duplicates`). */
export async function findDuplicates(parts: CoreParts, batch: StoredBatch): Promise<DuplicateCheck> {
  const { store } = parts;
  await queueOthers(parts, batch);
  const releasesSeen = store.countReleases(batch.keyId);
  const same = store
    .batchesOfFile(batch.keyId, batch.fileHash)
    .find(({ batchId, releasedAt }) => batchId !== batch.batchId && releasedAt !== null);
  const rows = await duplicateRows(parts, batch.batchId);
  const duplicates = {
    sameFileAs:
      same === undefined
        ? null
        : { batchId: same.batchId, releasedAt: isoTime(same.releasedAt ?? same.createdAt) },
    rows: rows.slice(0, listedDuplicates).map(({ rowNumber, idPayment, equalTo }) => ({
      rowNumber,
      idPayout: idPayment,
      equalTo: {
        batchId: equalTo.batchId,
        rowNumber: equalTo.rowNumber,
        idPayout: equalTo.idPayment,
        at: isoTime(equalTo.at),
      },
    })),
    hasMore: rows.length > listedDuplicates,
  };
  store.noteHeld(batch.batchId, rows.length);
  return { duplicates, releasesSeen };
}

/** Rows are compared with those that are queued, so what a person has released of this profile is queued first, all of it. */
async function queueOthers(parts: CoreParts, { batchId, keyId }: StoredBatch): Promise<void> {
  for (;;) {
    const other = parts.store
      .unfinishedBatches()
      .find((found) => found.state === 'releasing' && found.keyId === keyId && found.batchId !== batchId);
    if (other === undefined) return;
    await queueReleased(parts, other.batchId);
  }
}

/** The rows that are duplicates, up to one more than are listed. */
async function duplicateRows({ store, clock }: CoreParts, batchId: string): Promise<DuplicateRow[]> {
  const sinceMs = clock.now() - readSetting(store, 'duplicateWindowDays') * dayMs;
  const found: DuplicateRow[] = [];
  let afterRowNumber = 0;
  for (;;) {
    const page = store.duplicateRows(batchId, sinceMs, { afterRowNumber, scanLimit: rowsAtOnce });
    found.push(...page.rows);
    if (page.next === null || found.length > listedDuplicates) return found.slice(0, listedDuplicates + 1);
    afterRowNumber = page.next;
    await clock.turn();
  }
}

/** The refusal of a release that would pay what was paid already; null when it would not. */
export function holdDuplicates(
  batchId: string,
  { sameFileAs, rows, hasMore }: HeldDuplicates,
): Result<never> | null {
  if (sameFileAs === null && rows.length === 0) return null;
  const problems = rows.map(({ rowNumber, idPayout, equalTo }) => ({
    field: `row ${rowNumber}`,
    value: idPayout,
    message: `equal in payee, amount, currency and reference to row ${equalTo.rowNumber} of ${equalTo.batchId === batchId ? 'this batch' : `batch ${equalTo.batchId} (${equalTo.at.slice(0, 10)})`}`,
  }));
  const count = `${rows.length}${hasMore ? ' or more' : ''} ${rows.length === 1 && !hasMore ? 'row was' : 'rows were'} paid before`;
  const message =
    sameFileAs === null
      ? `Held: ${count}. Nothing was sent. If they are meant, say so.`
      : `Held: this file was released before, as batch ${sameFileAs.batchId}. Nothing was sent. If that batch is unfinished, resume it; if all of it is meant to be paid again, say so.`;
  return fail('duplicateHeld', message, { batchId, problems });
}
