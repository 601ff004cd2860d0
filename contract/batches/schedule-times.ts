import { dayMs } from '../duration.ts';

/** A release cannot be scheduled further ahead, in milliseconds. */
export const longestAheadMs = 366 * dayMs;

/** A release that comes due takes a moment; this many milliseconds after its time it was missed. */
export const overdueAfterMs = 60 * 1000;
