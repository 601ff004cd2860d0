import type { Person } from '../../../../contract/approvals/signed-documents.ts';
import { filesAbout } from '../../approvals/kept-files.ts';
import type { Store } from '../../ports/index.ts';
import { keptFactsOf } from '../../approvals/kept-facts.ts';

type LatestRequest = {
  readonly requestHash: string;
  readonly preparedBy: Person;
  readonly at: string;
  readonly expiresAt: string;
};

/** The request for a batch that was made or imported last; null where there is none, or it was withdrawn. */
export function latestRequest(store: Pick<Store, 'approvalFilesOf'>, batchId: string): LatestRequest | null {
  const kept = store.approvalFilesOf(batchId).findLast(({ kind }) => kind === 'request');
  const facts = kept === undefined ? null : keptFactsOf(kept.content);
  if (kept === undefined || facts === null) return null;
  const { requestHash } = kept;
  const { preparedBy, at, expiresAt } = facts;
  const isWithdrawn = filesAbout(store, batchId).withdrawals.some(
    (one) => one.request === requestHash && one.preparedBy.publicKey === preparedBy.publicKey,
  );
  return isWithdrawn ? null : { requestHash, preparedBy, at, expiresAt };
}
