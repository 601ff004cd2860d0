import type { DecisionDocument, WithdrawalDocument } from '../../../contract/approvals/signed-documents.ts';
import type { Store } from '../ports/index.ts';
import { requestFactsOf } from './kept-facts.ts';
import { fileOf, readSigned } from './signed-file.ts';

type Found = {
  readonly decisions: DecisionDocument[];
  readonly withdrawals: WithdrawalDocument[];
  /** The key that signed each request, by the hash of the request. */
  readonly preparers: Map<string, string>;
};

/**
 * What people signed about a batch, or about changes of approvers and policies (null). Each signature is verified again; notes in
 * the database beside the signed text are ignored.
 */
export function filesAbout(
  store: Pick<Store, 'approvalFilesOf' | 'signedRequest'>,
  batchId: string | null,
): Found {
  const found: Found = { decisions: [], withdrawals: [], preparers: new Map() };
  for (const { kind, content, requestHash } of store.approvalFilesOf(batchId)) {
    if (kind === 'request' || kind === 'controlRequest') {
      const facts = requestFactsOf(store, requestHash);
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
