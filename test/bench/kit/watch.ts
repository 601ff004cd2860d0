import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { z } from 'zod';

/** What was seen of a process while a piece of work went on. */
export const Watched = z.object({
  durationMs: z.number(),
  /** Of all threads, with that of the watching itself. */
  processorMs: z.number(),
  /** The longest time for which nothing else had its turn, and when it ended. */
  longestBlockMs: z.number(),
  longestBlockAtMs: z.number(),
  /** The longest collection of garbage; a block that is not much longer is one. */
  longestCollectionMs: z.number(),
  peakRss: z.number(),
  peakHeap: z.number(),
});
export type Watched = z.infer<typeof Watched>;

const tickMs = 1;
/** Looking at the memory takes a while itself. */
const memoryEveryMs = 10;

/** Watches the event loop by a timer of a millisecond, and memory every ten, until it is told to end. */
export function beginWatching(): { end(): Watched } {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  let tickedAt = startedAt;
  let lookedAt = 0;
  let longestBlockMs = 0;
  let longestBlockAtMs = 0;
  let peakRss = 0;
  let peakHeap = 0;
  let longestCollectionMs = 0;
  const collected = (entries: readonly PerformanceEntry[]): void => {
    for (const { duration } of entries) longestCollectionMs = Math.max(longestCollectionMs, duration);
  };
  const collections = new PerformanceObserver((list) => collected(list.getEntries()));
  collections.observe({ entryTypes: ['gc'] });
  const tick = (): void => {
    const now = performance.now();
    const blockMs = now - tickedAt - tickMs;
    if (blockMs > longestBlockMs) {
      longestBlockMs = blockMs;
      longestBlockAtMs = now - startedAt;
    }
    if (now - lookedAt >= memoryEveryMs) {
      const { rss, heapUsed } = process.memoryUsage();
      peakRss = Math.max(peakRss, rss);
      peakHeap = Math.max(peakHeap, heapUsed);
      lookedAt = now;
    }
    tickedAt = performance.now();
  };
  const timer = setInterval(tick, tickMs);
  return {
    end: () => {
      const durationMs = performance.now() - startedAt;
      tick();
      clearInterval(timer);
      collected(collections.takeRecords());
      collections.disconnect();
      const { user, system } = process.cpuUsage(before);
      const processorMs = (user + system) / 1000;
      return {
        durationMs,
        processorMs,
        longestBlockMs,
        longestBlockAtMs,
        longestCollectionMs,
        peakRss,
        peakHeap,
      };
    },
  };
}

/** Watches while a piece of work goes on. */
export async function watch<Value>(
  task: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly watched: Watched }> {
  const watching = beginWatching();
  try {
    const value = await task();
    return { value, watched: watching.end() };
  } catch (thrown) {
    watching.end();
    throw thrown;
  }
}
