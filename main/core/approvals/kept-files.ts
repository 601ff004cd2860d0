import type { DecisionDocument, WithdrawalDocument } from '../../../contract/approvals/signed-documents.ts';
import type { Store, StoredApprovalFile, StoredBatch } from '../ports/index.ts';
import { everEnrolled } from './confirmed-controls.ts';
import { requestFactsOf } from './kept-facts.ts';
import { fileOf, readSigned } from './signed-file.ts';

type Found = {
  readonly decisions: DecisionDocument[];
  /** When each decision was recorded here, by this computer's clock. Nothing signs that. */
  readonly importedAt: Map<DecisionDocument, number>;
  readonly withdrawals: WithdrawalDocument[];
  /** The key that signed each request, by the hash of the request, in order of arrival. */
  readonly preparers: Map<string, string>;
  /** Whether a key is or was that of an approver. */
  readonly wasEnrolled: (publicKey: string) => boolean;
};

/**
 * What people signed about a batch, or about changes of approvers and policies (null). Each signature is verified again; notes in
 * the database beside the signed text are ignored.
 */
export function filesAbout(store: Store, batchId: string | null): Found {
  const found: Found = {
    decisions: [],
    importedAt: new Map(),
    withdrawals: [],
    preparers: new Map(),
    wasEnrolled: everEnrolled(store),
  };
  for (const { kind, content, requestHash, importedAt } of store.approvalFilesOf(batchId)) {
    if (kind === 'request' || kind === 'controlRequest') {
      const facts = requestFactsOf(store, requestHash);
      if (facts !== null) found.preparers.set(requestHash, facts.preparedBy.publicKey);
      continue;
    }
    const read = readSigned(fileOf(content));
    if (!read.ok) continue;
    const { document } = read.value;
    if (document.kind === 'decision') {
      found.decisions.push(document);
      found.importedAt.set(document, importedAt);
    }
    if (document.kind === 'withdrawal') found.withdrawals.push(document);
  }
  return found;
}

/** The requests for the rows of a draft, in order of arrival. */
export function requestsAbout(
  store: Pick<Store, 'approvalFilesOf' | 'signedRequest'>,
  { batchId, rowsHash }: Pick<StoredBatch, 'batchId' | 'rowsHash'>,
): StoredApprovalFile[] {
  return store
    .approvalFilesOf(batchId)
    .filter((file) => file.kind === 'request' && mayBeAbout(store, file, rowsHash));
}

/**
 * Whether a stored file is about these rows of its batch. A draft that is prepared again, with another callback address, has the batch ID of
 * the one before, and what people signed about that one is still here. A file that cannot be read is not known to be about other rows.
 */
export function mayBeAbout(
  store: Pick<Store, 'signedRequest'>,
  { kind, content, requestHash }: StoredApprovalFile,
  rowsHash: string,
): boolean {
  if (kind === 'request')
    return (requestFactsOf(store, requestHash)?.batch?.rowsHash ?? rowsHash) === rowsHash;
  const read = readSigned(fileOf(content));
  if (!read.ok || !('subject' in read.value.document)) return true;
  const { subject } = read.value.document;
  return subject.kind !== 'batch' || subject.rowsHash === rowsHash;
}
