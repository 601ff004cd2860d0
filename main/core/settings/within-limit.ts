import type { Clock } from '../ports/index.ts';

/** A disk or share that does not answer must not keep a person waiting. */
export const longestWaitSeconds = 2;

/**
 * The result of the work, or `late()` if what it waits for, such as a disk, takes longer: than a person should wait, or than this many seconds.
 * Once the signal aborts it only waits for the work.
 */
export async function withinLimit<Value>(
  clock: Clock,
  work: Promise<Value>,
  late: () => Value,
  { seconds = longestWaitSeconds, signal }: { readonly seconds?: number; readonly signal?: AbortSignal } = {},
): Promise<Value> {
  const done = new AbortController();
  const either = signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]);
  const limit = clock.sleep(seconds * 1000, either).then(() => (either.aborted ? work : late()));
  try {
    return await Promise.race([work, limit]);
  } finally {
    done.abort();
  }
}
