const windowMs = 1000;

/** A strict sliding window: no 1,000 ms contain more accepted requests than the limit. */
export class RateWindow {
  readonly #passedAt: Float64Array;
  #oldest = 0;

  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1 || limit > 1_000_000) {
      throw new TypeError(`requestsPerSecond is a whole number from 1 to 1,000,000, not ${limit}`);
    }
    this.#passedAt = new Float64Array(limit).fill(-Infinity);
  }

  /** Accepts and counts a request at this time (ms), or refuses it without counting. */
  pass(at: number): boolean {
    const oldest = this.#passedAt[this.#oldest] ?? -Infinity;
    if (at - oldest < windowMs) return false;
    this.#passedAt[this.#oldest] = at;
    this.#oldest = (this.#oldest + 1) % this.#passedAt.length;
    return true;
  }
}
