import { durationText } from '../../../../contract/text/numbers.ts';

/** Nothing has left for this long: when the next payout leaves is not known, for instance because the gateway does not answer. */
const stillMs = 5_000;

/**
 * Tells from how many payouts have left and how many are left how fast they leave: `, 9.8 a second, about 4 minutes left`; empty if
 * that is not known.
 */
export function createPace(now: () => number): (gone: number, left: number) => string {
  let startedAt: number | null = null;
  let last = { gone: 0, at: 0 };
  return (gone, left) => {
    startedAt ??= now();
    if (gone !== last.gone) last = { gone, at: now() };
    if (gone <= 0 || left <= 0 || now() - last.at > stillMs) return '';
    // As many as the gateway takes in a second may leave at the beginning of each that has begun.
    const seconds = Math.max(1, Math.ceil((now() - startedAt) / 1000));
    const rate = gone / seconds;
    return `, ${rate.toFixed(1)} a second, about ${durationText(left / rate)} left`;
  };
}
