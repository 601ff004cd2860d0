const second = 1000;
const longestWaitMs = 60 * second;

/** How long to wait, in milliseconds, before beginning anew after so many failures in a row: 2 seconds, twice as long each time, a minute at most. */
export function retryWaitMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(longestWaitMs, second * 2 ** Math.min(failures, 10));
}
