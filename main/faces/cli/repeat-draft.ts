import type { BatchSummary } from '../../../contract/batches/batch.ts';
import type { SheetSource } from '../../../contract/batches/sheet.ts';
import { leftOutText } from '../../../contract/text/sheet-step.ts';
import type { Session } from './command.ts';
import type { Output } from './terminal/output.ts';

/** A new draft with the rows of a batch, or of the last batch that was released from a template; remarks which rows had been set aside from it. */
export async function repeatDraft(
  { call }: Session,
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
  const batch = await call('sheets.prepare', { sheetId });
  return call('batches.summary', batch);
}
