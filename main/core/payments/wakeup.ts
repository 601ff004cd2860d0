import type { Clock } from '../ports/index.ts';

/** What the engine sleeps on: a moment, a call, or a signal, whichever comes first. */
export type Wakeup = {
  /** Ends the wait; a call while nothing waits ends the next wait at once. */
  wake(): void;
  /** Waits until woken, until the moment in milliseconds since 1970 (null: no moment), or until the signal, if any, aborts. */
  wait(at: number | null, signal: AbortSignal | null): Promise<void>;
};

/** Whoever waits looks at the clock again at least so often: it may have been set, and timers overflow after 24.8 days. */
const longestSleepMs = 60 * 60 * 1000;

export function createWakeup(clock: Clock): Wakeup {
  let wasWoken = false;
  let wake: (() => void) | null = null;
  return {
    wake() {
      wasWoken = true;
      wake?.();
    },
    async wait(at, signal) {
      if (!wasWoken && signal?.aborted !== true) {
        const sleeper = new AbortController();
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const stop = (): void => wake?.();
        signal?.addEventListener('abort', stop);
        const waitMs = at === null ? null : Math.min(longestSleepMs, Math.max(0, at - clock.now()));
        const moment = waitMs === null ? woken : clock.sleep(waitMs, sleeper.signal);
        await Promise.race([woken, moment]);
        signal?.removeEventListener('abort', stop);
        // A reason of our own: the error that would be made otherwise, with its stack, costs more than the sleep.
        sleeper.abort('woken');
        wake = null;
      }
      wasWoken = false;
    },
  };
}
