const second = 1000;

/** Waits between questions about one payment, in seconds: short at first, since most finish soon; then ever longer. */
const pollWaitsSeconds = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 300];

/** After this long a gateway may have forgotten an order ID, so a person decides (DESIGN: The life of a payout). */
export const longestUnknownMs = 24 * 60 * 60 * second;

/**
 * How long to wait, in milliseconds, before asking about a payment again when it was asked about `polls` times since it
 * last changed state. `fraction` (0 to 1) spreads the questions by a tenth to either side, so that a batch does not
 * ask in step.
 */
export function pollWaitMs(polls: number, fraction: number): number {
  return spreadMs(pollWaitsSeconds, polls, fraction);
}

function spreadMs(waitsSeconds: readonly number[], polls: number, fraction: number): number {
  const index = Math.min(Math.max(polls, 0), waitsSeconds.length - 1);
  const waitMs = (waitsSeconds[index] ?? 0) * second;
  return Math.round(waitMs * (0.9 + 0.2 * fraction));
}

/** Waits between questions about a payment that a customer may yet begin, in seconds: often while the link is fresh, hourly in the end. */
const awaitedWaitsSeconds = [5, 10, 15, 30, 60, 60, 120, 120, 300, 300, 600, 900, 1800, 3600];

/** As `pollWaitMs`, for a payment that the gateway does not know because nobody has begun to pay it yet. */
export function awaitedWaitMs(polls: number, fraction: number): number {
  return spreadMs(awaitedWaitsSeconds, polls, fraction);
}

/** How long to leave a gateway alone that has given no useful answer for so many requests in a row. */
export function silenceWaitMs(silentAnswers: number): number {
  return Math.min(30 * second, 500 * 2 ** Math.min(Math.max(silentAnswers - 1, 0), 6));
}
