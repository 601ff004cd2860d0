import { parseHttpDate } from '../network/retry-after.ts';
import type { SteadyTime } from './steady-time.ts';

/** The time by the gateway's own clock, told by the `Date` header of its answers and carried on by a clock that nobody can set. */
export interface GatewayClock {
  /** Takes note of the `Date` of an answer that has just arrived. */
  hear(dateHeader: string | undefined): void;
  /** Milliseconds since 1970 by the gateway's clock, true to about a second; null while no answer has told. */
  now(): number | null;
}

export function createGatewayClock(time: SteadyTime): GatewayClock {
  let ahead: number | null = null;
  return {
    hear(dateHeader) {
      const date = parseHttpDate(dateHeader);
      // The header names the second that had begun; its middle is the best guess.
      if (date !== null) ahead = date + 500 - time();
    },
    now: () => (ahead === null ? null : Math.round(time() + ahead)),
  };
}
