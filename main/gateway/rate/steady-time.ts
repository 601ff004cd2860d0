/** Milliseconds on a clock that never goes backwards; only differences mean anything. */
export type SteadyTime = () => number;

/**
 * Makes monotonic time from any clock: if the clock is set back, time stops for that moment and continues
 * from there, so that nothing waits for the length of the correction.
 */
export function steadyTime(now: () => number): SteadyTime {
  let last = now();
  let offset = 0;
  return () => {
    const current = now();
    if (current < last) offset += last - current;
    last = current;
    return current + offset;
  };
}
