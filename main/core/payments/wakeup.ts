import { hourMs } from '../../../contract/duration.ts';
import type { Clock } from '../ports/index.ts';

/** A sleep that ends at a given time, on a call, or on a signal, whichever comes first. */
export type Wakeup = {
  /** Ends the wait. A call while nothing waits ends the next wait at once. */
  wake(): void;
  /** Waits until `wake` is called, until the time in milliseconds since 1970 (null: no time), or until the signal, if any, aborts. */
  wait(at: number | null, signal: AbortSignal | null): Promise<void>;
};

/** Longest single sleep: the clock may be changed meanwhile, and timers overflow after 24.8 days. */
const longestSleepMs = hourMs;

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
        // An explicit reason: the default error, with its stack, costs more than the sleep.
        sleeper.abort('woken');
        wake = null;
      }
      wasWoken = false;
    },
  };
}

/** The first of these times; null where there is none. */
export function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
