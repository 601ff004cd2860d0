import type { Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import { actorStore } from '../settings/actor.ts';
import type { StoredSheet } from '../ports/index.ts';
import { noSheet } from './sheet-sessions.ts';

const rowsPerCommit = 500;

/** Takes a draft back as if it had never been imported, so that its order IDs are free again. Does nothing to a batch that is no draft. */
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

/** The rows change, so the draft that they became goes; a failure where it was released meanwhile. */
export async function takeBackDraftOf(
  context: CoreContext,
  { sheetId, batchId }: StoredSheet,
): Promise<Result<never> | null> {
  if (batchId !== null) await takeBack(context, batchId);
  return context.store.findSheet(sheetId) === null ? noSheet(context.store, sheetId) : null;
}
