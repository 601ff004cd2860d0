import type { Store, StoredBatch } from '../ports/index.ts';
import { filesAbout, mayBeAbout } from './kept-files.ts';
import { isRejected, isWithdrawn } from './judge.ts';
import { requestFactsOf } from './kept-facts.ts';

/**
 * Whether signed files about a draft can still lead to its release: a request that approvers may answer, or an approval that has
 * not expired. A rejection or withdrawal ends a request and all answers to it.
 */
export function hasOpenRequest(
  store: Store,
  { batchId, rowsHash }: Pick<StoredBatch, 'batchId' | 'rowsHash'>,
  now: number,
): boolean {
  const signed = filesAbout(store, batchId);
  const isOver = (hash: string): boolean =>
    isWithdrawn(signed, hash, signed.preparers.get(hash)) || isRejected(signed, hash);
  const isOpen = store
    .approvalFilesOf(batchId)
    .filter((file) => file.kind === 'request' && mayBeAbout(store, file, rowsHash))
    .some(
      ({ requestHash }) =>
        isLater(requestFactsOf(store, requestHash)?.expiresAt, now) && !isOver(requestHash),
    );
  return (
    isOpen ||
    signed.decisions.some(
      ({ decision, subject, request, expiresAt }) =>
        decision === 'approve' &&
        subject.kind === 'batch' &&
        subject.rowsHash === rowsHash &&
        isLater(expiresAt, now) &&
        !isOver(request),
    )
  );
}

function isLater(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
