import { dayMs, hourMs } from '../duration.ts';

/** A release cannot be scheduled further ahead, in milliseconds. */
export const longestAheadMs = 366 * dayMs;

/** Releasing takes a moment; a release counts as missed this many milliseconds after its time. */
export const overdueAfterMs = 60 * 1000;

/** How long after its time, in milliseconds, the open app still tries to release what it could not release then. */
export const triedForMs = 2 * hourMs;
