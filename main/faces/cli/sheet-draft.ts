import type { BatchSummary } from '../../../contract/batches/batch.ts';
import type { SheetSource } from '../../../contract/batches/sheet.ts';
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

/** A draft of the rows of a sheet that this command opened. */
export async function draftOfSheet({ call }: Pick<Session, 'call'>, sheetId: string): Promise<BatchSummary> {
  return call('batches.summary', await call('sheets.prepare', { sheetId, isForDraft: true }));
}

/** Removes a sheet that a command opened only to make a draft of it, if that failed. */
export async function dropIfFailed(
  { call }: Pick<Session, 'call'>,
  sheetId: string,
  failure: unknown,
): Promise<void> {
  if (failure instanceof CommandFailed) await call('sheets.remove', { sheetId });
}
