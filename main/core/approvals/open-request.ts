import type { Store, StoredBatch } from '../ports/index.ts';
import { filesAbout, mayBeAbout } from './kept-files.ts';
import { requestFactsOf } from './kept-facts.ts';

/**
 * Whether signed files about a draft can still lead to its release: a request that approvers may answer, or an approval that has
 * not expired. A rejection or withdrawal ends a request and all answers to it.
 */
export function hasOpenRequest(
  store: Pick<Store, 'approvalFilesOf' | 'signedRequest'>,
  { batchId, rowsHash }: Pick<StoredBatch, 'batchId' | 'rowsHash'>,
  now: number,
): boolean {
  const files = store.approvalFilesOf(batchId).filter((file) => mayBeAbout(store, file, rowsHash));
  const over = new Set(
    files.filter(({ kind }) => kind === 'rejection' || kind === 'withdrawal').map((file) => file.requestHash),
  );
  const requests = files.filter(({ kind, requestHash }) => kind === 'request' && !over.has(requestHash));
  if (requests.some(({ requestHash }) => isLater(requestFactsOf(store, requestHash)?.expiresAt, now)))
    return true;
  return filesAbout(store, batchId).decisions.some(
    ({ decision, subject, request, expiresAt }) =>
      decision === 'approve' &&
      subject.kind === 'batch' &&
      subject.rowsHash === rowsHash &&
      !over.has(request) &&
      isLater(expiresAt, now),
  );
}

function isLater(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) > now;
}
