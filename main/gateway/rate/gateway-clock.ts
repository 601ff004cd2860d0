import { parseHttpDate } from '../network/retry-after.ts';
import type { SteadyTime } from './steady-time.ts';

/** The time by the gateway's own clock, told by the `Date` header of its answers and carried on by a clock that nobody can set. */
export interface GatewayClock {
  /** Takes note of the `Date` of an answer that has just arrived. */
  hear(dateHeader: string | undefined): void;
  /** Milliseconds since 1970 by the gateway's clock, true to about a second; null while no answer has told, and after a sleep. */
  now(): number | null;
}

/** Two clocks of a computer run apart by more than this only where it slept, or where one was set. */
const apartMs = 2000;

/** `shown`: the clock of this computer, which goes on while it sleeps; steady time may stand still then. */
export function createGatewayClock(time: SteadyTime, shown: () => number): GatewayClock {
  let heard: { readonly date: number; readonly steady: number; readonly shown: number } | null = null;
  return {
    hear(dateHeader) {
      const date = parseHttpDate(dateHeader);
      // The header names the second that had begun; its middle is the best guess.
      if (date !== null) heard = { date: date + 500, steady: time(), shown: shown() };
    },
    now() {
      if (heard === null) return null;
      const passed = time() - heard.steady;
      return shown() - heard.shown > passed + apartMs ? null : Math.round(heard.date + passed);
    },
  };
}
