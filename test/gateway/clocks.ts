import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Clock } from '../../main/core/ports/index.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (durationMs, signal) => {
    await setTimeout(durationMs, null, signal === undefined ? {} : { signal }).catch(() => {});
  },
  turn: async () => {
    await setImmediate();
  },
};

type Timer = { readonly at: number; readonly resolve: () => void };

/** Time that moves only when everything waits for it; `lateness` says how late each timer rings, as in a stall. */
export class VirtualClock implements Clock {
  time = 1_700_000_000_000;
  readonly timers = new Set<Timer>();
  readonly lateness: () => number;

  constructor(lateness: () => number = () => 0) {
    this.lateness = lateness;
  }

  now(): number {
    return this.time;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = { at: this.time + durationMs, resolve };
    this.timers.add(timer);
    signal?.addEventListener(
      'abort',
      () => {
        this.timers.delete(timer);
        resolve();
      },
      { once: true },
    );
    return promise;
  }

  async turn(): Promise<void> {
    await setImmediate();
  }

  /** Lets everything that can happen now happen, then goes on to the next timer, until none is left. */
  async run(): Promise<void> {
    for (;;) {
      await setImmediate();
      let next: Timer | null = null;
      for (const timer of this.timers) if (next === null || timer.at < next.at) next = timer;
      if (next === null) return;
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at) + this.lateness();
      next.resolve();
    }
  }
}
