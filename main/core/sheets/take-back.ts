import type { Result } from '../../../contract/result.ts';
import { takeBackDraft } from '../batches/draft.ts';
import type { CoreContext } from '../context/context.ts';
import type { StoredSheet } from '../ports/index.ts';
import { noSheet } from './sheet-sessions.ts';

/** The rows change, so their draft is deleted; a failure if it was released meanwhile. */
export async function takeBackDraftOf(
  context: CoreContext,
  sheet: StoredSheet,
): Promise<Result<never> | null> {
  await takeBackDraft(context, sheet);
  return context.store.findSheet(sheet.sheetId) === null ? noSheet(context.store, sheet.sheetId) : null;
}
