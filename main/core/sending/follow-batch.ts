import type { ParsedInput } from '../../../contract/operations.ts';
import { createWakeup } from '../payments/wakeup.ts';
import { heldBatches, heldError, type StoredHold } from '../treasury/floor-holds.ts';
import { hasWork, isSent } from './work.ts';
import type { RunEnd } from './response-tracker.ts';
import type { StoreContext } from '../context/context.ts';
import type { StoredBatch } from '../ports/index.ts';
import type { Runner } from './runner.ts';

const pollMs = 1000;

/**
 * `batches.run` while the background runner has these batches: waits until they are sent or final, the signal aborts, the runner
 * stops, or sending has been blocked for `silenceLimitMs`. Sends nothing itself, so that no batch has two runs.
 */
export async function followRunner(
  { store, clock }: StoreContext,
  runner: Runner,
  batches: readonly StoredBatch[],
  {
    until,
    silenceLimitMs,
    mustReach,
    signal,
  }: Pick<ParsedInput<'batches.run'>, 'until' | 'silenceLimitMs' | 'mustReach'> & { signal: AbortSignal },
): Promise<RunEnd> {
  const wakeup = createWakeup(clock);
  const leave = runner.changes.listen(() => wakeup.wake());
  const isDone = ({ batchId }: StoredBatch): boolean => {
    if (until === 'sent') return isSent({ store }, batchId, false);
    const { sending = 0 } = store.countByState(batchId);
    return (sending === 0 || store.isPaused(batchId)) && !hasWork({ store, clock }, batchId);
  };
  /** What holds the first of them, once each is done or held; null while some continue. */
  const heldOf = (all: readonly StoredBatch[]): StoredHold | null => {
    const unfinished = all.filter((batch) => !isDone(batch));
    const holds = heldBatches({ store }).filter(({ batchId }) =>
      unfinished.some((each) => each.batchId === batchId),
    );
    const areHeld = unfinished.every(
      ({ batchId }) =>
        holds.some((each) => each.batchId === batchId) &&
        (until === 'sent'
          ? isSent({ store }, batchId, true)
          : !hasWork({ store, clock }, batchId, { isHeld: true })),
    );
    return areHeld ? (holds[0] ?? null) : null;
  };
  let stillSince: number | null = null;
  try {
    for (;;) {
      if (batches.every(isDone)) return { outcome: 'done', error: null };
      if (signal.aborted || !runner.isRunning()) return { outcome: 'stopped', error: null };
      const error =
        batches.map(({ keyId }) => runner.problemOf(keyId)).find((found) => found !== null) ?? null;
      // A held batch does not block sending: the others of the profile continue.
      const isHeld = error?.code === 'floorReached';
      stillSince = error === null || isHeld ? null : (stillSince ?? clock.now());
      if (isHeld) {
        const held = heldOf(batches);
        if (held !== null) return { outcome: 'held', error: heldError(held) };
      } else if (error !== null && mustReach) return { outcome: 'notBegun', error };
      if (stillSince !== null && clock.now() - stillSince >= silenceLimitMs)
        return { outcome: 'silent', error };
      await wakeup.wait(clock.now() + pollMs, signal);
    }
  } finally {
    leave();
  }
}
