import { settledStates, paymentStates, type PaymentState } from '../../../contract/payments/payment.ts';
import type { BatchSummary } from '../../../contract/batches/batch.ts';

/** States that a person should look at. */
export const problemStates: readonly PaymentState[] = [
  'unknown',
  'conflict',
  'outside',
  'rejected',
  'failed',
];
/** States before a payout leaves. */
const unsentStates = new Set<PaymentState>(['draft', 'queued', 'cancelled']);

type Counted = Pick<BatchSummary, 'byState'>;

export function countIn({ byState }: Counted, states: readonly PaymentState[]): number {
  return states.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
}

/** How many payouts have left, whatever came of them. */
export function sentCount(batch: Counted): number {
  return countIn(
    batch,
    paymentStates.filter((state) => !unsentStates.has(state)),
  );
}

export function isUnfinished(batch: Pick<BatchSummary, 'byState' | 'state' | 'rows'>): boolean {
  return batch.state !== 'cancelled' && countIn(batch, settledStates) < batch.rows;
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
  const seconds = (Math.max(now, last.at) - first.at) / 1000;
  if (seconds < 1) return null;
  return (last.sent - first.sent) / seconds;
}
