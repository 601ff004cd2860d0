import type { CoreContext } from '../context/context.ts';
import { inPieces } from '../context/turns.ts';
import type { StoredBatch, Store } from '../ports/index.ts';

/** Rows queued in one commit: few enough that no commit blocks the process for long. */
const rowsPerCommit = 100;

/**
 * Queues the rows of a released batch. If called again after a crash, or concurrently, it continues where
 * the batch has come to. The sheet that the rows came from is gone by then.
 */
export async function queueReleased({ store, clock, emit }: CoreContext, batchId: string): Promise<void> {
  await inPieces(clock, rowsPerCommit, (limit) => store.queueRows(batchId, limit, clock.now()));
  emit({ kind: 'batch', id: batchId });
  const sheetId = store.findBatch(batchId)?.sheetId ?? null;
  if (sheetId !== null) emit({ kind: 'sheet', id: sheetId });
}

/** The released batches of an environment of which rows are still to be queued: these are not compared with others yet. */
export function beingQueued(store: Store, environment: StoredBatch['environment']): StoredBatch[] {
  return store
    .unfinishedBatches()
    .filter((found) => found.state === 'releasing' && found.environment === environment);
}
