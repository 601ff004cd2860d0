import { parseHttpDate } from '../network/retry-after.ts';
import type { SteadyTime } from './steady-time.ts';

/** The time by the gateway's own clock, from the `Date` header of its answers, carried forward by a monotonic clock. */
export interface GatewayClock {
  /** Records the `Date` of an answer that has just arrived. */
  hear(dateHeader: string | undefined): void;
  /** Milliseconds since 1970 by the gateway's clock, accurate to about a second; null before the first answer, and after a sleep. */
  now(): number | null;
}

/** Two clocks of a computer diverge by more than this only if it slept, or if one was set. */
const apartMs = 2000;

/** `shown`: the clock of this computer, which continues while it sleeps; monotonic time may stop then. */
export function createGatewayClock(time: SteadyTime, shown: () => number): GatewayClock {
  let heard: { readonly date: number; readonly steady: number; readonly shown: number } | null = null;
  return {
    hear(dateHeader) {
      const date = parseHttpDate(dateHeader);
      // The header names the second that had begun; its middle is the best estimate.
      if (date !== null) heard = { date: date + 500, steady: time(), shown: shown() };
    },
    now() {
      if (heard === null) return null;
      const passed = time() - heard.steady;
      return shown() - heard.shown > passed + apartMs ? null : Math.round(heard.date + passed);
    },
  };
}
