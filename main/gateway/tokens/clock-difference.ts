import { parseHttpDate } from '../network/retry-after.ts';

/** A smaller difference is not worth correcting: a Date header has a resolution of one second. */
const smallestDifferenceSeconds = 2;

/**
 * Whole seconds by which the gateway's clock is ahead of this computer's (negative: behind), by the `Date`
 * header of an answer that arrived at `nowMs`; 0 if they agree to a second or so, null if it has none.
 */
export function clockDifference(dateHeader: string | undefined, nowMs: number): number | null {
  const date = parseHttpDate(dateHeader);
  if (date === null) return null;
  // The header names the second that had begun; its middle is the best estimate.
  const seconds = Math.round((date + 500 - nowMs) / 1000);
  return Math.abs(seconds) < smallestDifferenceSeconds ? 0 : seconds;
}

/** Whether the difference found differs from the one already applied. */
export function isOtherDifference(found: number | null, countedIn: number): found is number {
  return found !== null && Math.abs(found - countedIn) >= smallestDifferenceSeconds;
}
