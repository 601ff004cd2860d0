import type { Person } from '../../../../contract/approvals/signed-documents.ts';
import { isRejected, isWithdrawn } from '../../approvals/judge.ts';
import { filesAbout, requestsAbout } from '../../approvals/kept-files.ts';
import type { Store, StoredBatch } from '../../ports/index.ts';
import { requestFactsOf } from '../../approvals/kept-facts.ts';

type LatestRequest = {
  readonly requestHash: string;
  readonly preparedBy: Person;
  readonly at: string;
  readonly expiresAt: string;
  readonly isRejected: boolean;
};

/**
 * The latest request for the rows of a batch, made or imported, that was not withdrawn; null if there is none, or its signed text was changed. If the last
 * one was withdrawn, it is the latest that can still be approved, so not one that was rejected.
 */
export function latestRequest(
  store: Store,
  draft: Pick<StoredBatch, 'batchId' | 'rowsHash'>,
): LatestRequest | null {
  const signed = filesAbout(store, draft.batchId);
  const requests = requestsAbout(store, draft);
  const kept = requests.findLast(
    ({ requestHash }, index) =>
      !isWithdrawn(signed, requestHash, signed.preparers.get(requestHash)) &&
      (index === requests.length - 1 || !isRejected(signed, requestHash)),
  );
  const facts = kept === undefined ? null : requestFactsOf(store, kept.requestHash);
  if (kept === undefined || facts === null) return null;
  const { requestHash } = kept;
  const { preparedBy, at, expiresAt } = facts;
  return { requestHash, preparedBy, at, expiresAt, isRejected: isRejected(signed, requestHash) };
}
