import type { Store } from '../ports/index.ts';

/** Whether something of a released batch can be done now or at a known moment without a person: rows to be sent, or payments to be asked about. */
export function hasWork(
  store: Pick<Store, 'countByState' | 'nextDueAt' | 'isPaused'>,
  batchId: string,
): boolean {
  const canSend = (store.countByState(batchId).queued ?? 0) > 0 && !store.isPaused(batchId);
  return canSend || store.nextDueAt([batchId], nothing) !== null;
}

const nothing: ReadonlySet<number> = new Set();
