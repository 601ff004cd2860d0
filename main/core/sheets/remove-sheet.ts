import { succeed, type Result } from '../../../contract/result.ts';
import { takeBackDraft } from '../batches/draft.ts';
import type { CoreContext } from '../context/context.ts';
import type { StoredSheet } from '../ports/index.ts';
import { actorStore } from '../settings/actor.ts';
import { dropSheet } from './clear-sheets.ts';
import { prepareSheet } from './prepare.ts';
import type { SheetSessions } from './sheet-sessions.ts';

/** Removes a sheet, and its draft unless that was released. `isMeant` decides in the turn of the removal: an edit before it counts. */
export function removeSheet(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
  isMeant: (sheet: StoredSheet) => boolean = () => true,
): Promise<Result<Record<never, never>>> {
  const { clock, emit } = context;
  return session.with(sheetId, async ({ stored }) => {
    if (!isMeant(stored)) return succeed({});
    if (stored.batchId !== null) {
      // A person who discards the sheet knows that nothing in it will be released.
      actorStore(context).unschedule(stored.batchId, clock.now());
      await takeBackDraft(context, stored);
    }
    await dropSheet(context, session, sheetId);
    emit({ kind: 'sheet', id: sheetId });
    emit({ kind: 'attention', id: 'schedule' });
    return succeed({});
  });
}

/** Removes a sheet that only repeats a batch; one that was changed stays, and one that is gone is no error. */
export async function removeUnchangedRepeat(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
): Promise<Result<Record<never, never>>> {
  if (context.store.findSheet(sheetId) === null) return succeed({});
  return removeSheet(context, session, sheetId, (sheet) => sheet.repeats !== null && isUnchanged(sheet));
}

/**
 * Prepares a sheet that is only there for its draft. Equal rows have one draft, which belongs to this sheet from now on: nobody needs a copy
 * of the sheet, such as that of an earlier run of a command.
 */
export async function prepareForDraft(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
): Promise<Result<{ batchId: string }>> {
  const others = context.store.listSheets().filter((sheet) => sheet.sheetId !== sheetId);
  const prepared = await prepareSheet(context, session, sheetId);
  const own = context.store.findSheet(sheetId);
  if (!prepared.ok || own === null) return prepared;
  for (const sheet of others)
    if (isUnchangedCopy(sheet, own)) await removeSheet(context, session, sheet.sheetId, isUnchanged);
  return prepared;
}

/** Whether nobody has changed a sheet, and its rows are those of the draft of this one, or of the batch that both repeat. */
function isUnchangedCopy(sheet: StoredSheet, own: StoredSheet): boolean {
  if (!isUnchanged(sheet)) return false;
  const isSameName = sheet.name === own.name;
  if (sheet.batchId !== null) return sheet.batchId === own.batchId && (isSameName || sheet.repeats !== null);
  return isSameName && sheet.repeats !== null && sheet.repeats.batchId === own.repeats?.batchId;
}

function isUnchanged({ undo, redo }: StoredSheet): boolean {
  return undo === null && redo === null;
}
