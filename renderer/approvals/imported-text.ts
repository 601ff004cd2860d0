import type { OperationOutput } from '../../contract/operations.ts';
import { importedChangeText } from '../../contract/text/approvals.ts';

type Imported = OperationOutput<'approvals.import'>;

/** What was imported, on the screen of this batch; null: a screen of none. */
export function importedText(imported: Imported, shownBatchId: string | null): string {
  const { kind, batchId, isNew } = imported;
  const done = isNew ? 'Imported.' : 'This file is already imported.';
  if (batchId === null) return kind === 'approval' ? `${done} ${importedChangeText(imported)}` : done;
  if (batchId !== shownBatchId)
    return `${done} It is ${kind === 'request' ? 'a request for approval of' : 'about'} batch ${batchId}.`;
  return kind === 'request' && !isNew
    ? `${done} It is a request for approval; import the approval that comes back.`
    : done;
}
