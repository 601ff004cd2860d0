/** So many a second in the long run, and so many at once after a quiet time. */
export type Rate = { readonly perSecond: number; readonly atOnce: number };

/** Lets through what keeps to a rate. Times are milliseconds of a clock that is never set back. */
export class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #filledAt: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.atOnce;
    this.#filledAt = now;
  }

  /** Whether one more may pass now. */
  take(now: number): boolean {
    const { perSecond, atOnce } = this.#rate;
    this.#left = Math.min(atOnce, this.#left + ((now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
