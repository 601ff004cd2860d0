/** What was seen of this process while a piece of work went on. */
export type Watched = {
  readonly durationMs: number;
  /** The longest time for which nothing else had its turn, and when it ended. */
  readonly longestBlockMs: number;
  readonly longestBlockAtMs: number;
  readonly peakRss: number;
  readonly peakHeap: number;
};

const tickMs = 1;
/** Looking at the memory takes a while itself. */
const memoryEveryMs = 10;

/** Watches the event loop by a timer of a millisecond, and memory every ten, while the work goes on. */
export async function watch<Value>(
  task: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly watched: Watched }> {
  const startedAt = performance.now();
  let tickedAt = startedAt;
  let lookedAt = 0;
  let longestBlockMs = 0;
  let longestBlockAtMs = 0;
  let peakRss = 0;
  let peakHeap = 0;
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
  try {
    const value = await task();
    const durationMs = performance.now() - startedAt;
    tick();
    return { value, watched: { durationMs, longestBlockMs, longestBlockAtMs, peakRss, peakHeap } };
  } finally {
    clearInterval(timer);
  }
}
