import { countIn, settledStates, paymentStates, unsentStates } from '../../../contract/payments/payment.ts';
import type { AttentionItem } from '../../../contract/treasury/attention.ts';
import type { BatchSummary } from '../../../contract/batches/batch.ts';
import { isLeftToSend } from '../../../contract/batches/waiting.ts';
import { unansweredText } from '../../../contract/text/outcome.ts';
import { counted, countText, durationText } from '../../../contract/text/numbers.ts';

type Counted = Pick<BatchSummary, 'byState'>;

/** How many payouts have certainly left, whatever their outcome. */
export function sentCount({ byState }: Counted): number {
  return countIn(
    byState,
    paymentStates.filter((state) => !unsentStates.has(state)),
  );
}

export function isUnfinished(batch: Pick<BatchSummary, 'byState' | 'state' | 'rows'>): boolean {
  return batch.state !== 'cancelled' && countIn(batch.byState, settledStates) < batch.rows;
}

/** How many payouts had left at a moment, in milliseconds. */
export type Sample = { readonly at: number; readonly sent: number };

/** The window for the rate, in seconds. */
const windowMs = 10_000;

/** Adds a sample and drops those older than the window, except one as the starting point. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const begin = sample.at - windowMs;
  const firstInside = samples.findIndex(({ at }) => at >= begin);
  const kept = firstInside === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInside - 1));
  return [...kept, sample];
}

/** Payouts per second over the window; null while there are too few samples. */
export function rateOf(samples: readonly Sample[], now: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return null;
  // The gateway's full rate may leave at the beginning of each started second.
  const seconds = Math.ceil((Math.max(now, last.at) - first.at) / 1000);
  if (seconds < 2) return null;
  return (last.sent - first.sent) / seconds;
}

/**
 * Whether a person can pause or resume sending of a batch: also if only held-back payouts are left. A batch whose
 * rows were changed behind Bursar would only be paused again.
 */
export function pauseAction(
  batch: Pick<BatchSummary, 'byState' | 'state' | 'rows' | 'isPaused'>,
  because: readonly Pick<AttentionItem, 'kind'>[] = [],
): 'pause' | 'resume' | null {
  if (because.some(({ kind }) => kind === 'rowsTampered')) return null;
  if (batch.isPaused) return isLeftToSend(batch) ? 'resume' : null;
  return (batch.byState.queued ?? 0) > 0 ? 'pause' : null;
}

/** The sending rate of a batch, or what it waits for. */
export function paceText(
  {
    byState,
    state,
    isPaused,
    unanswered = 0,
  }: Pick<BatchSummary, 'byState' | 'state' | 'isPaused'> & Partial<Pick<BatchSummary, 'unanswered'>>,
  isStanding: boolean,
  rate: number | null,
): string {
  const { queued = 0, unknown = 0, accepted = 0, sending = 0 } = byState;
  const inDoubt = unknown === 0 ? [] : [`${countText(unknown)} unknown`];
  if (isPaused && queued > 0)
    return `Paused with ${[`${counted(queued, 'payout')} waiting`, ...inDoubt].join(', ')}.`;
  if (state === 'releasing') return 'Preparing to send …';
  if (queued > 0)
    return isStanding || rate === null || rate <= 0
      ? `${counted(queued, 'payout')} to send.`
      : `${rate.toFixed(1)} payouts a second · about ${durationText(queued / rate)} left`;
  const going = accepted + sending - unanswered;
  const paused = isPaused && isLeftToSend({ byState }) ? ['Paused'] : [];
  const inProgress = going > 0 ? [`${counted(going, 'payout')} in progress`] : [];
  const silent = unanswered > 0 ? [unansweredText(unanswered)] : [];
  return `${[...paused, ...inProgress, ...silent, ...inDoubt].join(', ')}.`;
}
