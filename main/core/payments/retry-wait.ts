const second = 1000;
const longestWaitMs = 60 * second;

/** Exponential backoff in milliseconds after this many failures in a row: 2 seconds, doubled each time, at most a minute. */
export function retryWaitMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(longestWaitMs, second * 2 ** Math.min(failures, 10));
}
