import type { Clock } from '../ports/index.ts';

/** A disk or share that does not answer must not keep a person waiting. */
export const longestWaitSeconds = 2;

/** The result of the work, or `late()` if a disk or share takes longer than a person should wait. */
export async function withinLimit<Value>(
  clock: Clock,
  work: Promise<Value>,
  late: () => Value,
): Promise<Value> {
  const done = new AbortController();
  const found = await Promise.race([work, clock.sleep(longestWaitSeconds * 1000, done.signal).then(late)]);
  done.abort();
  return found;
}
