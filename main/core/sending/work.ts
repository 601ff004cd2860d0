import { longestWaits } from '../payments/schedule.ts';
import type { Clock, Store, WorkingBatch } from '../ports/index.ts';
import type { FloorGuard } from './floor-guard.ts';
import type { InFlight } from './in-flight.ts';
import type { RunRequest } from './run-context.ts';

/**
 * Batches with work now or at a known time. If the clock was set back while nothing ran, rechecks due later than any wait allows
 * become due now.
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
 * Whether a released batch has work that needs no person: rows to send, payments to poll now or later, or payments that are due for a
 * recheck. Rows of a batch that a floor holds are not work. Payouts that are held back because their batch is paused are
 * asked about for as long as Bursar runs: they are work only where a run `keepsAsking`.
 */
export function hasWork(
  {
    store,
    clock,
  }: {
    readonly store: Pick<Store, 'countByState' | 'nextDueAt' | 'isPaused' | 'duePayments' | 'countHeldBack'>;
    readonly clock: Pick<Clock, 'now'>;
  },
  batchId: string,
  { isHeld = false, keepsAsking = false } = {},
): boolean {
  const {
    queued = 0,
    failed = 0,
    conflict = 0,
    rejected = 0,
    unknown = 0,
    accepted = 0,
    awaited = 0,
  } = store.countByState(batchId);
  const isPaused = store.isPaused(batchId);
  if (queued > 0 && !isHeld && !isPaused) return true;
  const areHeldBack =
    isPaused && !keepsAsking && accepted + awaited === 0 && store.countHeldBack(batchId) === unknown;
  if (!areHeldBack && store.nextDueAt([batchId], nothing) !== null) return true;
  return failed + conflict + rejected > 0 && store.duePayments([batchId], clock.now(), 1, nothing).length > 0;
}

/**
 * Whether nothing of a released batch is left to send: no row in flight or unknown, and none queued unless the batch is paused or a
 * floor holds it.
 */
export function isSent(
  { store }: { readonly store: Pick<Store, 'countByState' | 'isPaused'> },
  batchId: string,
  isHeld: boolean,
): boolean {
  if (store.isPaused(batchId)) return true;
  const { queued = 0, sending = 0, unknown = 0 } = store.countByState(batchId);
  return sending === 0 && unknown === 0 && (queued === 0 || isHeld);
}

/** What a run has left to do. */
export type WorkLeft = {
  /** Whether nothing is left to send. */
  isSent(): boolean;
  /** Whether no work is left. Payments that need a decision, and queued rows of paused batches, are not work. */
  isFinished(): boolean;
};

export function createWorkLeft(
  context: Parameters<typeof hasWork>[0] & { readonly floors: Pick<FloorGuard, 'problem' | 'isHeld'> },
  { batchIds, keepsAsking }: Pick<RunRequest, 'batchIds' | 'keepsAsking'>,
  inFlight: Pick<InFlight, 'submissions'>,
): WorkLeft {
  /** Whether a floor holds the rest of this batch, by a balance that no request in flight can have changed. */
  const isHeld = (batchId: string): boolean =>
    context.floors.problem() !== null && context.floors.isHeld(batchId);
  return {
    isSent: () =>
      inFlight.submissions() === 0 &&
      batchIds().every((batchId) => isSent(context, batchId, isHeld(batchId))),
    isFinished: () =>
      batchIds().every((batchId) => !hasWork(context, batchId, { isHeld: isHeld(batchId), keepsAsking })),
  };
}

const nothing: ReadonlySet<number> = new Set();
