import type { CoreContext } from '../context.ts';
import { overtakenSources } from '../batches/retry.ts';
import type { OpenSheet, SheetSessions } from './sheet-sessions.ts';

const idsAtOnce = 500;

/**
 * Marks the rows whose order ID was used before and those that retry what must not be retried. The marks say something about the rest of
 * the database, which changes, so they are renewed whenever the sheet is looked at, and keep nobody from checking again.
 */
export async function renewMarks(
  context: CoreContext,
  session: SheetSessions,
  { stored, model }: OpenSheet,
): Promise<void> {
  const { store, clock } = context;
  // A draft of these very rows has their order IDs, and stands for what they retry.
  const rows = stored.batchId === null ? model.rows : [];
  const used = new Set<string>();
  const brought = rows.map(({ cells }) => cells.idPayout).filter((idPayout) => idPayout !== '');
  for (let start = 0; start < brought.length; start += idsAtOnce) {
    for (const idPayout of store.usedOrderIds(stored.keyId, brought.slice(start, start + idsAtOnce)))
      used.add(idPayout);
    await clock.turn();
  }
  const sources = rows.flatMap(({ retryOf }) => (retryOf === null ? [] : [retryOf]));
  model.mark(used, await overtakenSources(context, stored.keyId, sources));
  session.keepSummary(stored, model);
}
