import { silenceWaitMs } from '../payments/schedule.ts';
import type { Usefulness } from '../payments/decision.ts';

/** After this many failed responses in a row, no new payout is sent until the gateway gives a usable response. */
const uselessBeforeCaution = 3;

/**
 * A circuit breaker on the gateway. While it is open, single probes go out with exponential backoff, so that an outage leaves a few
 * payouts in doubt instead of all of them. One payment about which the gateway says nothing usable does not open it.
 */
export type Health = {
  /** `about`: the payment of the query, if its answer cannot be used; otherwise null. */
  observe(usefulness: Usefulness, now: number, about?: number | null): void;
  /** Whether new payouts may be sent. */
  isWell(): boolean;
  /** When the next probe may go out while the gateway is silent. */
  nextProbeAt(): number;
  /** Whether the gateway answered while no new payout may be sent, so that one may be tried; reported once per answer. */
  mayTryOne(): boolean;
  /** Makes the next probe due now, because a person asked for it. */
  forgetWait(): void;
  /** Corrects times taken before the clock was set back to `now`; they would delay the next probe. */
  clockWasSetBack(now: number): void;
  /** Milliseconds since the gateway stopped giving usable responses; 0 while it gives them. */
  silentForMs(now: number): number;
};

export function createHealth(): Health {
  let uselessInRow = 0;
  let silentSince: number | null = null;
  let probeAt = 0;
  let isThere = false;
  /** Payments with useless answers since the last usable one: each counts once. */
  const troubled = new Set<number>();
  return {
    observe(usefulness, now, about = null) {
      if (usefulness === 'stopped') return;
      if (usefulness === 'useful') {
        uselessInRow = 0;
        silentSince = null;
        probeAt = 0;
        troubled.clear();
        return;
      }
      silentSince ??= now;
      isThere = usefulness === 'answers';
      if (isThere) {
        probeAt = Math.min(probeAt, now);
        return;
      }
      if (about !== null) {
        if (troubled.has(about) && uselessInRow < uselessBeforeCaution) return;
        troubled.add(about);
      }
      // Requests in flight fail together and count once: only a probe sent after the wait extends it.
      if (uselessInRow >= uselessBeforeCaution && now < probeAt) return;
      uselessInRow += 1;
      probeAt = now + silenceWaitMs(uselessInRow);
    },
    isWell: () => uselessInRow < uselessBeforeCaution,
    nextProbeAt: () => probeAt,
    mayTryOne: () => {
      const may = isThere;
      isThere = false;
      return may;
    },
    forgetWait: () => {
      probeAt = 0;
    },
    clockWasSetBack: (now) => {
      probeAt = 0;
      silentSince = silentSince === null ? null : Math.min(silentSince, now);
    },
    silentForMs: (now) => (silentSince === null ? 0 : now - silentSince),
  };
}
