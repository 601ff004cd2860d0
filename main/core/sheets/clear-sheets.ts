import type { CoreContext } from '../context/context.ts';
import { inPieces } from '../context/turns.ts';
import type { SheetSessions } from './sheet-sessions.ts';

const rowsPerCommit = 500;

/** Removes sheets whose payouts were released, and at the start also unfinished data of earlier runs. */
export async function clearSheets({ store, clock }: CoreContext, isStart = false): Promise<void> {
  let includesUnfinished = isStart;
  await inPieces(clock, rowsPerCommit, (limit) => {
    const cleared = store.clearSheets(limit, includesUnfinished);
    includesUnfinished = false;
    return cleared;
  });
}

/** Removes a sheet with its rows. */
export async function dropSheet(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
): Promise<void> {
  context.store.dropSheet(sheetId);
  session.forget(sheetId);
  await clearSheets(context);
}
