/** Milliseconds on a clock that never goes backwards; only differences mean anything. */
export type SteadyTime = () => number;

/**
 * Makes steady time of any clock: where the clock is set back, time stands still for that moment and goes on
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
