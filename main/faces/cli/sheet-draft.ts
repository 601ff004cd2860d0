import type { BatchSummary } from '../../../contract/batches/batch.ts';
import type { SheetSource, SheetSummary } from '../../../contract/batches/sheet.ts';
import { leftOutText } from '../../../contract/text/sheet-step.ts';
import type { Session } from './command.ts';
import { CommandFailed, withAdvice } from './failures.ts';
import type { Output } from './terminal/output.ts';

/** A new draft with the rows of a batch, or of the last batch that was released from a template; remarks which rows had been set aside from it. */
export async function repeatDraft(
  { call }: Pick<Session, 'call'>,
  output: Pick<Output, 'remark'>,
  source: Extract<SheetSource, { kind: 'repeat' | 'template' }>,
  profile: { readonly profileName?: string } = {},
): Promise<BatchSummary> {
  const opening = await call('sheets.open', { ...profile, source });
  if (opening.kind !== 'opened') throw new Error('a batch leaves no question open');
  const { sheetId, repeats } = opening.sheet;
  const links = repeats === null ? [] : await call('sheets.setAsideLinks', { batchId: repeats.batchId });
  for (const { rows, from, to } of links)
    if (from.batchId === repeats?.batchId) output.remark(`${leftOutText(rows, from.name)} ${to.name}`);
  try {
    return await draftOfSheet({ call }, sheetId);
  } catch (failure) {
    await dropIfFailed({ call }, sheetId, failure);
    throw withAdvice(failure, 'Repeat the batch in the app to correct its rows.', 'fileHasErrors');
  }
}

/**
 * A draft of the rows of a sheet that this command opened. Equal rows have one draft, which belongs to this sheet from now on: the sheet of
 * an earlier run of the command is removed, because the command line has no other use for it.
 */
export async function draftOfSheet({ call }: Pick<Session, 'call'>, sheetId: string): Promise<BatchSummary> {
  const before = await call('sheets.list', {});
  const { batchId } = await call('sheets.prepare', { sheetId });
  const own = await call('sheets.show', { sheetId });
  for (const sheet of before)
    if (sheet.sheetId !== sheetId && isCopy(sheet, own))
      await call('sheets.remove', { sheetId: sheet.sheetId });
  return call('batches.summary', { batchId });
}

/** Whether nobody has changed a sheet, and its rows are those of this draft or of the batch that both sheets repeat. */
function isCopy(sheet: SheetSummary, own: SheetSummary): boolean {
  if (!isUntouched(sheet)) return false;
  const isSameName = sheet.name === own.name;
  if (sheet.batchId !== null) return sheet.batchId === own.batchId && (isSameName || sheet.repeats !== null);
  return isSameName && sheet.repeats !== null && sheet.repeats.batchId === own.repeats?.batchId;
}

function isUntouched({ undo, redo }: SheetSummary): boolean {
  return undo === null && redo === null;
}

/** Removes the sheet of a draft that was discarded if it only repeats a batch. */
export async function dropRepeat({ call }: Pick<Session, 'call'>, sheetId: string | null): Promise<void> {
  const sheet = (await call('sheets.list', {})).find((each) => each.sheetId === sheetId);
  if (sheet !== undefined && sheet.repeats !== null && isUntouched(sheet))
    await call('sheets.remove', { sheetId: sheet.sheetId });
}

/** Removes a sheet that a command opened only to make a draft of it, if that failed. */
export async function dropIfFailed(
  { call }: Pick<Session, 'call'>,
  sheetId: string,
  failure: unknown,
): Promise<void> {
  if (failure instanceof CommandFailed) await call('sheets.remove', { sheetId });
}
