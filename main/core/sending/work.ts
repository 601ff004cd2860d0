import type { Clock, Store } from '../ports/index.ts';

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
