import type { TrafficCount } from './types.ts';

const windowMs = 1000;
/** Arrivals to collect before those outside the window are dropped. */
const trimAt = 4096;

/** Counts requests as they arrive, and the most of them within any 1,000 ms. */
export class Traffic {
  #requests = 0;
  #tooManyRequests = 0;
  #most = 0;
  #arrivals: number[] = [];
  #first = 0;

  noteArrival(at: number): void {
    this.#requests += 1;
    this.#arrivals.push(at);
    while (at - (this.#arrivals[this.#first] ?? at) >= windowMs) this.#first += 1;
    this.#most = Math.max(this.#most, this.#arrivals.length - this.#first);
    if (this.#first >= trimAt) {
      this.#arrivals = this.#arrivals.slice(this.#first);
      this.#first = 0;
    }
  }

  noteRefusal(): void {
    this.#tooManyRequests += 1;
  }

  count(): TrafficCount {
    return { requests: this.#requests, tooManyRequests: this.#tooManyRequests, mostInOneSecond: this.#most };
  }
}
