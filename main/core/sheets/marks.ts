import type { CoreContext } from '../context/context.ts';
import { overtakenSources } from '../batches/retry.ts';
import type { OpenSheet, SheetSessions } from './sheet-sessions.ts';
import { slicesOf } from '../payments/pages.ts';

const rowsAtOnce = 500;

/**
 * Marks the rows whose order ID was used before and those that retry a payout that must not be retried. Both depend on the rest of
 * the database, so the marks are renewed whenever the sheet is used, and do not prevent another check.
 */
export async function renewMarks(
  context: CoreContext,
  session: SheetSessions,
  { stored, model }: OpenSheet,
): Promise<void> {
  const { store, clock } = context;
  // A draft of exactly these rows has their order IDs, and covers the payouts that they retry.
  const rows = stored.batchId === null ? model.rows : [];
  const used = new Set<string>();
  const sources: string[] = [];
  for await (const some of slicesOf(clock, rows, rowsAtOnce)) {
    const ownOrderIds = some.map(({ cells }) => cells.idPayout).filter((idPayout) => idPayout !== '');
    if (ownOrderIds.length > 0)
      for (const idPayout of store.usedOrderIds(stored.keyId, ownOrderIds)) used.add(idPayout);
    for (const { retryOf } of some) if (retryOf !== null) sources.push(retryOf);
  }
  model.mark(used, await overtakenSources(context, stored.keyId, sources));
  session.keepSummary(stored, model);
}
