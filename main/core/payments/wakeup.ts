import type { Clock } from '../ports/index.ts';

/** What the engine sleeps on: a moment, a call, or a signal, whichever comes first. */
export type Alarm = {
  /** Wakes whoever waits; a ring while nobody waits is remembered for the next wait. */
  ring(): void;
  /** Waits until rung, until the moment in milliseconds since 1970 (null: no moment), or until the signal, if any, aborts. */
  wait(at: number | null, signal: AbortSignal | null): Promise<void>;
};

/** Whoever waits looks at the clock again at least so often: it may have been set, and timers overflow after 24.8 days. */
const longestSleepMs = 60 * 60 * 1000;

export function createAlarm(clock: Clock): Alarm {
  let hasRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async wait(at, signal) {
      if (!hasRung && signal?.aborted !== true) {
        const sleeper = new AbortController();
        const rung = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const stop = (): void => wake?.();
        signal?.addEventListener('abort', stop);
        const waitMs = at === null ? null : Math.min(longestSleepMs, Math.max(0, at - clock.now()));
        const moment = waitMs === null ? rung : clock.sleep(waitMs, sleeper.signal);
        await Promise.race([rung, moment]);
        signal?.removeEventListener('abort', stop);
        // A reason of our own: the error that would be made otherwise, with its stack, costs more than the sleep.
        sleeper.abort('rung');
        wake = null;
      }
      hasRung = false;
    },
  };
}
