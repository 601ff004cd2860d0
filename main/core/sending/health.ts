import { silenceWaitMs } from '../payments/schedule.ts';
import type { Usefulness } from '../payments/decision.ts';

/** So many useless answers in a row and no new payout is sent until the gateway gives a useful one again. */
const uselessBeforeCaution = 3;

/**
 * What the last answers say of the gateway: while it is silent, one question at a time goes out, ever more rarely, so
 * that an outage leaves few payouts in doubt rather than all of them.
 */
export type Health = {
  hear(usefulness: Usefulness, now: number): void;
  /** Whether new payouts may be sent. */
  isWell(): boolean;
  /** When the next single question may go out while the gateway is silent. */
  nextProbeAt(): number;
  /** Makes the next single question due at once: somebody does not want to wait. */
  forgetWait(): void;
  /** The clock was set back to this: what was noted by the clock as it was would put the next question off until then. */
  clockWasSetBack(now: number): void;
  /** For how many milliseconds no useful answer has come. */
  silentForMs(now: number): number;
};

export function createHealth(): Health {
  let uselessInRow = 0;
  let silentSince: number | null = null;
  let probeAt = 0;
  return {
    hear(usefulness, now) {
      if (usefulness === 'stopped') return;
      if (usefulness === 'useful') {
        uselessInRow = 0;
        silentSince = null;
        probeAt = 0;
        return;
      }
      silentSince ??= now;
      // Answers that come together are one sign of silence, not many: only what was asked after the wait makes it longer.
      if (uselessInRow >= uselessBeforeCaution && now < probeAt) return;
      uselessInRow += 1;
      probeAt = now + silenceWaitMs(uselessInRow);
    },
    isWell: () => uselessInRow < uselessBeforeCaution,
    nextProbeAt: () => probeAt,
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
