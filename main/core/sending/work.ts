import { longestWaits } from '../payments/schedule.ts';
import type { Clock, Store, WorkingBatch } from '../ports/index.ts';

/**
 * Batches with something to do now or at a known moment. A clock that was set back while nothing ran must not put rechecks off, so
 * those that are due further ahead than any wait are due now.
 */
export function workNow({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'pullDueTimes' | 'batchesWithWork'>;
  readonly clock: Pick<Clock, 'now'>;
}): WorkingBatch[] {
  const now = clock.now();
  store.pullDueTimes([], now, longestWaits);
  return store.batchesWithWork(now);
}

/**
 * Whether something of a released batch can be done without a person: rows to be sent, payments to be asked about now or at a
 * known moment, or failed ones whose end is to be asked about again by now.
 */
export function hasWork(
  {
    store,
    clock,
  }: {
    readonly store: Pick<Store, 'countByState' | 'nextDueAt' | 'isPaused' | 'duePayments'>;
    readonly clock: Pick<Clock, 'now'>;
  },
  batchId: string,
): boolean {
  const { queued = 0, failed = 0 } = store.countByState(batchId);
  if (queued > 0 && !store.isPaused(batchId)) return true;
  if (store.nextDueAt([batchId], nothing) !== null) return true;
  return failed > 0 && store.duePayments([batchId], clock.now(), 1, nothing).length > 0;
}

const nothing: ReadonlySet<number> = new Set();
