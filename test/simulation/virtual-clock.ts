import type { Clock } from '../../main/core/ports/index.ts';

type Sleeper = { readonly at: number; readonly order: number; wake(): void };

/** True time, which stands still until it is told to go on to the next moment somebody waits for. */
export class VirtualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor(startMs: number) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const finish = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const sleeper: Sleeper = {
        at: this.#now + Math.max(0, durationMs),
        order: (this.#order += 1),
        wake: finish,
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', finish);
    });
  }

  turn(): Promise<void> {
    return this.sleep(0);
  }

  /** Goes on to the next moment and wakes one sleeper; false when nobody waits. */
  advance(): boolean {
    let next: Sleeper | null = null;
    for (const sleeper of this.#sleepers)
      if (next === null || sleeper.at < next.at || (sleeper.at === next.at && sleeper.order < next.order))
        next = sleeper;
    if (next === null) return false;
    this.#now = Math.max(this.#now, next.at);
    next.wake();
    return true;
  }
}

/** The clock on the wall of one computer: it may be wrong, and somebody may set it. What is slept does not change with it. */
export class WallClock implements Clock {
  readonly #time: VirtualClock;
  #aheadMs: number;
  #sleptMs = 0;
  #asleepSince: number | null = null;
  #naps = 0;
  #woken = Promise.withResolvers<null>();

  constructor(time: VirtualClock, aheadMs: number) {
    this.#time = time;
    this.#aheadMs = aheadMs;
  }

  now(): number {
    return this.#time.now() + this.#aheadMs;
  }

  /** Time that nobody can set; it stands still while the computer sleeps. */
  steady(): number {
    return (this.#asleepSince ?? this.#time.now()) - this.#sleptMs;
  }

  /** The computer falls asleep, until it is woken. */
  fallAsleep(): void {
    this.#asleepSince = this.#time.now();
  }

  wakeUp(): void {
    if (this.#asleepSince !== null) this.#sleptMs += this.#time.now() - this.#asleepSince;
    this.#asleepSince = null;
    this.#woken.resolve(null);
    this.#woken = Promise.withResolvers();
  }

  /** The computer sleeps for so long; where it sleeps already, until then at the earliest. */
  async nap(durationMs: number): Promise<void> {
    this.#naps += 1;
    this.#asleepSince ??= this.#time.now();
    await this.#time.sleep(durationMs);
    this.#naps -= 1;
    if (this.#naps === 0) this.wakeUp();
  }

  isAsleep(): boolean {
    return this.#asleepSince !== null;
  }

  /** Resolves at once, or when the computer wakes up. */
  async awake(): Promise<void> {
    while (this.isAsleep()) await this.#woken.promise;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return this.#time.sleep(durationMs, signal);
  }

  turn(): Promise<void> {
    return this.#time.turn();
  }

  set(byMs: number): void {
    this.#aheadMs += byMs;
  }
}

/** Resolves when every promise that can go on without the clock has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
