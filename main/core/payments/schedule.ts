import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../contract/duration.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';

const second = 1000;

/** Waits between polls of one payment: short at first, since most finish soon, then longer. */
const pollWaitsMs = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 300].map((seconds) => seconds * second);

/** Waits between rechecks of a payment that failed, is in conflict or was marked as not accepted: the gateway may still change what it reports. */
const recheckWaitsMs = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day];
/** With a week between further rechecks, the last is about 90 days after the first. */
const mostRechecks = 17;
/** Until this long after its state last changed, rechecks of a payment without an answer are repeated and not counted. */
export const longestRecheckingMs = 120 * day;

/**
 * Longer than any wait here: for payments in progress, those that a customer may still begin, and those that are rechecked. A due time further ahead
 * means that the clock was changed.
 */
export const longestWaits = { pollMs: 15 * minute, awaitedMs: 2 * hour, recheckMs: 8 * day } as const;

/** After this long a gateway may have forgotten an order ID, so a person decides (DESIGN: The life of a payout). */
export const longestUnknownMs = day;

/** Computer clocks are often off by this much without anybody having changed them, and are corrected. */
export const usualClockErrorMs = 10 * minute;

/** How long the gateway's answer about a payout that a row retries or repeats stays valid; after that it is asked again before the row is sent. */
export const staysTrueMs = 10 * minute;

/**
 * For so long after its release a row that repeats a payout does not wait for an answer about that one: the gateway may never say, and a person
 * has confirmed the row. A retry never leaves without an answer.
 */
export const confirmedMs = hour;

/** How often a run asks whether others have sent a batch, and looks up what its rows repeat. */
export const lookedUpMs = hour;

/** For so long after the first request of a payout nobody else is expected to have had it refused and retried. */
export const aloneMs = minute;

/** Concurrent queries about old payouts before retries are sent: enough to use the rate limit, and few if the gateway does not answer. */
export const askedAtOnce = 4;

/**
 * Where 410 would end a payment, it counts after this many responses over this time: a customer may have paid a payin at the last
 * moment, and the part of a gateway that answers queries may lag behind the part that accepts payouts.
 */
export const notFoundTimes = 5;
export const graceMs = 10 * minute;

/**
 * Milliseconds until the next poll of a payment that was polled `polls` times since its last state change; null: no more polls.
 * `fraction` (0 to 1) adds jitter of 10 % either way, so that the payments of a batch are not polled at the same moment.
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
    case 'conflict':
    case 'rejected':
      return polls < mostRechecks ? spread(recheckWaitsMs, polls, fraction) : null;
    default:
      return null;
  }
}

function spread(waitsMs: readonly number[], polls: number, fraction: number): number {
  const index = Math.min(Math.max(polls, 0), waitsMs.length - 1);
  return Math.round((waitsMs[index] ?? 0) * (0.9 + 0.2 * fraction));
}

/** Waits between polls of a payment that a customer may still begin: often while the link is new, hourly in the end. */
const awaitedWaitsMs = [5, 10, 15, 30, 60, 60, 120, 120, 300, 300, 600, 900, 1800, 3600].map(
  (seconds) => seconds * second,
);

/** Like `nextWaitMs`, for a payment that the gateway does not know yet because nobody has begun to pay it, or that a callback named and no query was answered about. */
export function awaitedWaitMs(polls: number, fraction: number): number {
  return spread(awaitedWaitsMs, polls, fraction);
}

/** Backoff in milliseconds after this many requests in a row without a usable response. */
export function silenceWaitMs(silentAnswers: number): number {
  return Math.min(30 * second, 500 * 2 ** Math.min(Math.max(silentAnswers - 1, 0), 6));
}

/** Exponential backoff in milliseconds after this many failures in a row: 2 seconds, doubled each time, at most a minute. */
export function retryWaitMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(minute, second * 2 ** Math.min(failures, 10));
}
