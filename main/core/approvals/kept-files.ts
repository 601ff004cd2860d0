import type { DecisionDocument, WithdrawalDocument } from '../../../contract/approvals/signed-documents.ts';
import type { Store } from '../ports/index.ts';
import { fileOf, readSigned } from './signed-file.ts';

type Found = { readonly decisions: DecisionDocument[]; readonly withdrawals: WithdrawalDocument[] };

/**
 * What people signed about a batch, or about changes of approvers and policies (null). Each is verified again, and what the database
 * says beside the signed text is not believed.
 */
export function filesAbout(store: Pick<Store, 'approvalFilesOf'>, batchId: string | null): Found {
  const found: Found = { decisions: [], withdrawals: [] };
  for (const { kind, content } of store.approvalFilesOf(batchId)) {
    if (kind === 'request' || kind === 'controlRequest') continue;
    const read = readSigned(fileOf(content));
    if (!read.ok) continue;
    const { document } = read.value;
    if (document.kind === 'decision') found.decisions.push(document);
    if (document.kind === 'withdrawal') found.withdrawals.push(document);
  }
  return found;
}
