import type { Person } from '../../../../contract/approvals/signed-documents.ts';
import { filesAbout } from '../../approvals/kept-files.ts';
import type { Store } from '../../ports/index.ts';
import { requestFactsOf } from '../../approvals/kept-facts.ts';

type LatestRequest = {
  readonly requestHash: string;
  readonly preparedBy: Person;
  readonly at: string;
  readonly expiresAt: string;
};

/** The latest request for a batch, made or imported; null if there is none, it was withdrawn, or its signed text was changed. */
export function latestRequest(
  store: Pick<Store, 'approvalFilesOf' | 'signedRequest'>,
  batchId: string,
): LatestRequest | null {
  const kept = store.approvalFilesOf(batchId).findLast(({ kind }) => kind === 'request');
  const facts = kept === undefined ? null : requestFactsOf(store, kept.requestHash);
  if (kept === undefined || facts === null) return null;
  const { requestHash } = kept;
  const { preparedBy, at, expiresAt } = facts;
  const isWithdrawn = filesAbout(store, batchId).withdrawals.some(
    (one) => one.request === requestHash && one.preparedBy.publicKey === preparedBy.publicKey,
  );
  return isWithdrawn ? null : { requestHash, preparedBy, at, expiresAt };
}
