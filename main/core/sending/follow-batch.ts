import type { ParsedInput } from '../../../contract/operations.ts';
import { createWakeup } from '../payments/wakeup.ts';
import { hasWork } from './work.ts';
import type { RunEnd } from './run.ts';
import type { CoreContext } from '../context.ts';
import type { StoredBatch } from '../ports/index.ts';
import type { Runner } from './runner.ts';

const lookEveryMs = 1000;

/**
 * `batches.run` while the background runner has these batches: waits until they are sent or final, the signal aborts, the runner
 * stops, or sending has been blocked for `silenceLimitMs`. Sends nothing itself, so that no batch has two runs.
 */
export async function followRunner(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
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
  const open = until === 'sent' ? (['queued', 'sending', 'unknown'] as const) : (['sending'] as const);
  const isDone = ({ batchId }: StoredBatch): boolean => {
    const byState = store.countByState(batchId);
    const isSettled = open.every((state) => (byState[state] ?? 0) === 0) || store.isPaused(batchId);
    return isSettled && (until === 'sent' || !hasWork({ store, clock }, batchId));
  };
  let stillSince: number | null = null;
  try {
    for (;;) {
      if (batches.every(isDone)) return { outcome: 'done', error: null };
      if (signal.aborted || !runner.isRunning()) return { outcome: 'stopped', error: null };
      const error =
        batches.map(({ keyId }) => runner.problemOf(keyId)).find((found) => found !== null) ?? null;
      stillSince = error === null ? null : (stillSince ?? clock.now());
      if (error?.code === 'floorReached') return { outcome: 'held', error };
      if (error !== null && mustReach) return { outcome: 'notBegun', error };
      if (stillSince !== null && clock.now() - stillSince >= silenceLimitMs)
        return { outcome: 'silent', error };
      await wakeup.wait(clock.now() + lookEveryMs, signal);
    }
  } finally {
    leave();
  }
}
