import type { DecisionDocument, WithdrawalDocument } from '../../../contract/approvals/signed-documents.ts';
import type { Store } from '../ports/index.ts';
import { keptFactsOf } from './kept-facts.ts';
import { fileOf, readSigned } from './signed-file.ts';

type Found = {
  readonly decisions: DecisionDocument[];
  readonly withdrawals: WithdrawalDocument[];
  /** The key that signed each request, by the hash of the request, as it was noted when the request was verified. */
  readonly preparers: Map<string, string>;
};

/**
 * What people signed about a batch, or about changes of approvers and policies (null). Each decision and withdrawal is verified again,
 * and what the database says beside the signed text is not believed.
 */
export function filesAbout(store: Pick<Store, 'approvalFilesOf'>, batchId: string | null): Found {
  const found: Found = { decisions: [], withdrawals: [], preparers: new Map() };
  for (const { kind, content, requestHash } of store.approvalFilesOf(batchId)) {
    if (kind === 'request' || kind === 'controlRequest') {
      const facts = keptFactsOf(content);
      if (facts !== null) found.preparers.set(requestHash, facts.preparedBy.publicKey);
      continue;
    }
    const read = readSigned(fileOf(content));
    if (!read.ok) continue;
    const { document } = read.value;
    if (document.kind === 'decision') found.decisions.push(document);
    if (document.kind === 'withdrawal') found.withdrawals.push(document);
  }
  return found;
}
