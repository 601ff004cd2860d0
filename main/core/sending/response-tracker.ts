import type { RunOutcome, RunUntil } from '../../../contract/batches/batch-operations.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { Result } from '../../../contract/result.ts';
import type { Decision } from '../payments/decision.ts';
import type { Clock, Finding } from '../ports/index.ts';
import type { Health } from './health.ts';

/** How a run ends, and the error behind it, if any. */
export type RunEnd = { readonly outcome: RunOutcome; readonly error: AppError | null };

/** Tracks the gateway's responses during a run, and when it gives up because of them. */
export type ResponseTracker = {
  /** Updates the health of the gateway; `about`: see Health. Returns how the run ends because of it, if at all. */
  track(
    decision: Pick<Decision, 'usefulness'>,
    result: Result<unknown>,
    about?: number | null,
  ): RunEnd | null;
  /** Records that more became known about a payment than that it is in doubt. */
  note(findings: readonly Pick<Finding, 'from' | 'to'>[]): void;
  clockWasSetBack(now: number): void;
  /**
   * The end of a run, once nothing became known about any payment for its time limit: a gateway may answer and still never say what
   * happened to one. Only a run to the end of all payments waits, since they take as long as they take.
   */
  giveUp(): RunEnd | null;
  /** When `giveUp` ends the run; null: never. */
  givesUpAt(): number | null;
};

export function createResponseTracker(
  { clock, onSilence }: { readonly clock: Clock; readonly onSilence: (error: AppError | null) => void },
  health: Health,
  { until, silenceLimitMs }: { readonly until: RunUntil; readonly silenceLimitMs: number },
): ResponseTracker {
  let knownSince = clock.now();
  let lastError: AppError | null = null;
  let reported: AppError | null = null;
  const givesUpAt = (): number | null => (until === 'final' ? null : knownSince + silenceLimitMs);
  return {
    track({ usefulness }, result, about = null) {
      const error = result.ok ? null : result.error;
      lastError = error ?? lastError;
      const wasWell = health.isWell();
      health.observe(usefulness, clock.now(), about);
      const isWell = health.isWell();
      // A gateway that answers again, or fails differently, makes the previous error obsolete.
      const isNews = usefulness === 'answers' || (error !== null && error.code !== reported?.code);
      if (wasWell !== isWell || (!isWell && isNews && usefulness !== 'stopped')) {
        reported = isWell ? null : error;
        onSilence(reported);
      }
      if (usefulness === 'refused') return { outcome: 'refused', error };
      return health.silentForMs(clock.now()) >= silenceLimitMs ? { outcome: 'silent', error } : null;
    },
    note(findings) {
      if (findings.some(({ from, to }) => from !== to && to !== 'unknown')) knownSince = clock.now();
    },
    clockWasSetBack(now) {
      health.clockWasSetBack(now);
      knownSince = Math.min(knownSince, now);
    },
    giveUp: () => (clock.now() >= (givesUpAt() ?? Infinity) ? { outcome: 'silent', error: lastError } : null),
    givesUpAt,
  };
}
