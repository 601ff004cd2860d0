import { countIn, settledStates, paymentStates, unsentStates } from '../../../contract/payments/payment.ts';
import type { AttentionItem } from '../../../contract/treasury/attention.ts';
import type { BatchSummary } from '../../../contract/batches/batch.ts';
import { unansweredText } from '../../../contract/text/outcome.ts';
import { counted, countText, durationText } from '../../../contract/text/numbers.ts';

type Counted = Pick<BatchSummary, 'byState'>;

/** How many payouts have left for certain, whatever came of them. */
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

/** Seconds over which the rate is taken. */
const windowMs = 10_000;

/** Adds a sample and drops those that are older than the window, keeping one before it to measure from. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const begin = sample.at - windowMs;
  const firstInside = samples.findIndex(({ at }) => at >= begin);
  const kept = firstInside === -1 ? samples.slice(-1) : samples.slice(Math.max(0, firstInside - 1));
  return [...kept, sample];
}

/** Payouts a second over the last seconds; null while too little was seen to say so. */
export function rateOf(samples: readonly Sample[], now: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return null;
  // As many as the gateway takes in a second may leave at the beginning of each that has begun.
  const seconds = Math.ceil((Math.max(now, last.at) - first.at) / 1000);
  if (seconds < 2) return null;
  return (last.sent - first.sent) / seconds;
}

/**
 * Whether a person can pause the sending of a batch, or resume it: that also where only payouts that are held back are left. One whose
 * rows were changed behind Bursar would only be paused again.
 */
export function pauseAction(
  batch: Pick<BatchSummary, 'byState' | 'state' | 'rows' | 'isPaused'>,
  because: readonly Pick<AttentionItem, 'kind'>[] = [],
): 'pause' | 'resume' | null {
  if (because.some(({ kind }) => kind === 'rowsTampered')) return null;
  if (batch.isPaused) return isUnfinished(batch) ? 'resume' : null;
  return (batch.byState.queued ?? 0) > 0 ? 'pause' : null;
}

/** How fast a batch goes, or what it waits for. */
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
  const paused = isPaused ? ['Paused'] : [];
  const inProgress = going > 0 ? [`${counted(going, 'payout')} in progress`] : [];
  const silent = unanswered > 0 ? [unansweredText(unanswered)] : [];
  return `${[...paused, ...inProgress, ...silent, ...inDoubt].join(', ')}.`;
}
