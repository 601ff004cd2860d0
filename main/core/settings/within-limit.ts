import type { Clock } from '../ports/index.ts';

/** What the work gives, or `late()` where it takes longer: a share that does not answer must not keep a person waiting. */
export async function withinLimit<Value>(
  clock: Clock,
  limitMs: number,
  work: Promise<Value>,
  late: () => Value,
): Promise<Value> {
  const done = new AbortController();
  const found = await Promise.race([work, clock.sleep(limitMs, done.signal).then(late)]);
  done.abort();
  return found;
}
