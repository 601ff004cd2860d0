import type { Store, StoredBatch } from '../ports/index.ts';
import { filesAbout, requestsAbout } from './kept-files.ts';
import { isRejected, isWithdrawn } from './judge.ts';
import { requestFactsOf } from './kept-facts.ts';

type Draft = Pick<StoredBatch, 'batchId' | 'rowsHash'>;

/** Whether a request for the rows of a draft is here that approvers may answer. A rejection or withdrawal ends it and all answers to it. */
export function isRequested(
  store: Store,
  draft: Draft,
  now: number,
  signed = filesAbout(store, draft.batchId),
): boolean {
  return requestsAbout(store, draft).some(
    ({ requestHash }) =>
      isLater(requestFactsOf(store, requestHash)?.expiresAt, now) && !isOver(signed, requestHash),
  );
}

/** Whether signed files about a draft can still lead to its release: such a request, or an approval that has not expired. */
export function hasOpenRequest(store: Store, draft: Draft, now: number): boolean {
  const signed = filesAbout(store, draft.batchId);
  return (
    isRequested(store, draft, now, signed) ||
    signed.decisions.some(
      ({ decision, subject, request, expiresAt }) =>
        decision === 'approve' &&
        subject.kind === 'batch' &&
        subject.rowsHash === draft.rowsHash &&
        isLater(expiresAt, now) &&
        !isOver(signed, request),
    )
  );
}

function isOver(signed: ReturnType<typeof filesAbout>, requestHash: string): boolean {
  return (
    isWithdrawn(signed, requestHash, signed.preparers.get(requestHash)) || isRejected(signed, requestHash)
  );
}

function isLater(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
