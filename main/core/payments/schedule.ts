import type { PaymentState } from '../../../contract/payments/payment.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Waits between questions about one payment: short at first, since most finish soon; then ever longer. */
const pollWaitsMs = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 300].map((seconds) => seconds * second);

/** Waits between questions about a payment that the gateway ended without success: it may yet say otherwise. */
const recheckWaitsMs = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day];
/** With a week after each further question, the last one is about 90 days after the first. */
const mostRechecks = 17;

/**
 * Longer than any wait here, of payments that go on and of failed ones: a due time further ahead comes from a clock that was
 * set since.
 */
export const longestWaits = { pollMs: 2 * hour, recheckMs: 8 * day } as const;

/** After this long a gateway may have forgotten an order ID, so a person decides (DESIGN: The life of a payout). */
export const longestUnknownMs = day;

/** A payin that nobody began to pay is given up after so many answers 410, spread over so long after it was due to expire. */
export const nobodyCameAfter = 5;
export const graceMs = 10 * minute;

/**
 * How long to wait, in milliseconds, before asking about a payment again that was asked about `polls` times since it last
 * changed state; null: it is not asked about any more. `fraction` (0 to 1) spreads the questions by a tenth to either side,
 * so that a batch does not ask in step.
 */
export function nextWaitMs(
  state: 'accepted' | 'unknown' | 'awaited',
  polls: number,
  fraction: number,
): number;
export function nextWaitMs(state: PaymentState, polls: number, fraction: number): number | null;
export function nextWaitMs(state: PaymentState, polls: number, fraction: number): number | null {
  switch (state) {
    case 'awaited':
    case 'unknown':
    case 'accepted':
      return spread(pollWaitsMs, polls, fraction);
    case 'failed':
      return polls < mostRechecks ? spread(recheckWaitsMs, polls, fraction) : null;
    default:
      return null;
  }
}

function spread(waitsMs: readonly number[], polls: number, fraction: number): number {
  const index = Math.min(Math.max(polls, 0), waitsMs.length - 1);
  return Math.round((waitsMs[index] ?? 0) * (0.9 + 0.2 * fraction));
}

/** Waits between questions about a payment that a customer may yet begin: often while the link is fresh, hourly in the end. */
const awaitedWaitsMs = [5, 10, 15, 30, 60, 60, 120, 120, 300, 300, 600, 900, 1800, 3600].map(
  (seconds) => seconds * second,
);

/** As `nextWaitMs`, for a payment that the gateway does not know because nobody has begun to pay it yet. */
export function awaitedWaitMs(polls: number, fraction: number): number {
  return spread(awaitedWaitsMs, polls, fraction);
}

/** How long to leave a gateway alone that has given no useful answer for so many requests in a row. */
export function silenceWaitMs(silentAnswers: number): number {
  return Math.min(30 * second, 500 * 2 ** Math.min(Math.max(silentAnswers - 1, 0), 6));
}
