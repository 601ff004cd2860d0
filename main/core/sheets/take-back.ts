import type { Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import { actorStore } from '../settings/actor.ts';
import type { StoredSheet } from '../ports/index.ts';
import { noSheet } from './sheet-sessions.ts';

const rowsPerCommit = 500;

/** Deletes a draft as if it had never been imported, so that its order IDs are free again. Does nothing if the batch is not a draft. */
export async function takeBack(context: CoreContext, batchId: string): Promise<void> {
  const { clock, emit } = context;
  const store = actorStore(context);
  for (;;) {
    const deleted = store.takeBackDraft(batchId, rowsPerCommit, clock.now());
    if (deleted === null) return;
    if (deleted < rowsPerCommit) break;
    await clock.turn();
  }
  emit({ kind: 'batch', id: batchId });
}

/** The rows change, so their draft is deleted; a failure if it was released meanwhile. */
export async function takeBackDraftOf(
  context: CoreContext,
  { sheetId, batchId }: StoredSheet,
): Promise<Result<never> | null> {
  if (batchId !== null) await takeBack(context, batchId);
  return context.store.findSheet(sheetId) === null ? noSheet(context.store, sheetId) : null;
}
