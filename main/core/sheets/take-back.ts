import type { CoreContext } from '../context.ts';

const rowsPerCommit = 500;

/** Takes a draft back as if it had never been imported, so that its order IDs are free again. Does nothing to a batch that is no draft. */
export async function takeBack({ store, clock, emit }: CoreContext, batchId: string): Promise<void> {
  for (;;) {
    const deleted = store.takeBackDraft(batchId, rowsPerCommit, clock.now());
    if (deleted === null) return;
    if (deleted < rowsPerCommit) break;
    await clock.turn();
  }
  emit({ kind: 'batch', id: batchId });
}
