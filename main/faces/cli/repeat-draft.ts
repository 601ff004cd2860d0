import type { BatchSummary } from '../../../contract/batches/batch.ts';
import type { SheetSource } from '../../../contract/batches/sheet.ts';
import type { Session } from './command.ts';

/** A new draft with the rows of a batch, or of the last batch that was released from a template. */
export async function repeatDraft(
  { call }: Session,
  source: Extract<SheetSource, { kind: 'repeat' | 'template' }>,
  profile: { readonly profileName?: string } = {},
): Promise<BatchSummary> {
  const opening = await call('sheets.open', { ...profile, source });
  if (opening.kind !== 'opened') throw new Error('a batch leaves no question open');
  const batch = await call('sheets.prepare', { sheetId: opening.sheet.sheetId });
  return call('batches.summary', batch);
}
