import type { Clock } from '../../core/ports/index.ts';
import type { Slot, SlotRequest } from './slot.ts';
import type { SteadyTime } from './steady-time.ts';
import { createWaitingLine } from './waiting-line.ts';

type SlotOutcome =
  | { readonly kind: 'granted'; readonly slots: readonly Slot[] }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'full' };

export interface Limiter {
  /** Waits for a slot; interactive before submission before polling, in order of arrival within each. */
  acquire(request: SlotRequest): Promise<SlotOutcome>;
  /** Lets nothing leave for this many milliseconds. */
  pause(durationMs: number): void;
  /** Keeps a wider margin for a minute: the gateway saw requests closer together than they left. */
  widenMargin(): void;
  isPaused(): boolean;
}

type LimiterOptions = {
  readonly clock: Clock;
  readonly time: SteadyTime;
  /** The most requests that may leave in any second, 2 or more; null disables the limit. */
  readonly requestsPerSecond: number | null;
  readonly largestWaiting?: number;
};

/** The second of the interface's limit. */
export const windowMs = 1000;
/** How much the network may shorten the distance between two requests, from our socket to the gateway's. */
export const marginMs = 15;
/** The same for a minute after the gateway answered 429: then only answers, which nearly always come sooner, free a slot. */
const wideMarginMs = 500;
const wideForMs = 60_000;
/** How much the gateway's clock may gain on ours within a second. */
export const clockMarginMs = 1;
/**
 * Spacing between two grants. Without it requests leave in bursts of ten, a second apart, and a gateway that reads one whole burst late
 * counts the next one as too early; with it only one or two.
 */
const spacingMs = 40;
const largestWaitingDefault = 20_000;

/** A request that left, and when it had certainly arrived at the gateway, if known. */
type Departure = { at: number; arrivedBy: number };

/** When a request stops counting. */
const freeAt = ({ at, arrivedBy }: Departure, margin: number): number =>
  windowMs + Math.min(at + margin, arrivedBy + clockMarginMs);

/**
 * Invariant I7 (interface: Limits). A request may leave if the tenth before it was answered at least a second ago, or left at least a
 * second and a margin ago. Of any eleven departures take the one granted last: at that moment each of the other ten either had left within
 * the window or was still to leave, and both count, so it would not have been granted. This holds however long a granted request takes to
 * leave and however long the event loop stalls. A request arrives after it left and before it is answered: if one leaves a second after the
 * answer to another, no gateway sees both within a second, however long the network takes.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { clock, time, requestsPerSecond: limit, largestWaiting = largestWaitingDefault } = options;
  if (limit !== null && !(Number.isInteger(limit) && limit >= 2))
    throw new RangeError('requestsPerSecond is a whole number of 2 or more, or null');
  const line = createWaitingLine();
  let departures: Departure[] = [];
  let pending = 0;
  let lastGrantAt = -Infinity;
  let pausedUntil = -Infinity;
  let isWideUntil = -Infinity;
  let wakeup: { at: number; cancel: AbortController } | null = null;

  function createSlot(): Slot {
    if (limit === null) return { departed() {}, answered() {}, release() {} };
    let isPending = true;
    const departure: Departure = { at: Infinity, arrivedBy: Infinity };
    pending += 1;
    lastGrantAt = time();
    const settle = (hasLeft: boolean): void => {
      if (!isPending) return;
      isPending = false;
      pending -= 1;
      departure.at = time();
      if (hasLeft) departures.push(departure);
      serve();
    };
    const answered = (): void => {
      departure.arrivedBy = time();
      serve();
    };
    return { departed: () => settle(true), answered, release: () => settle(false) };
  }

  /** Milliseconds until this many slots may be free; 0 if they are; null if only a pending one can free them. */
  function waitFor(count: number, now: number): number | null {
    if (now < pausedUntil) return pausedUntil - now;
    if (limit === null) return 0;
    const margin = now < isWideUntil ? wideMarginMs : marginMs;
    departures = departures.filter((departure) => freeAt(departure, margin) > now);
    const missing = pending + departures.length + count - limit;
    const spacing = Math.max(0, lastGrantAt + spacingMs - now);
    if (missing <= 0) return spacing;
    const times = departures.map((departure) => freeAt(departure, margin));
    const freeing = times.toSorted((first, second) => first - second)[missing - 1];
    return freeing === undefined ? null : Math.max(spacing, freeing - now);
  }

  function serve(): void {
    for (;;) {
      const next = line.first();
      if (next === null) return clearWakeup();
      const now = time();
      const count = next.count();
      const wait = waitFor(count, now);
      if (wait === null) return;
      if (wait > 0) return setWakeup(now + wait, wait);
      line.remove(next);
      next.grant(Array.from({ length: count }, createSlot));
    }
  }

  function setWakeup(at: number, durationMs: number): void {
    if (wakeup !== null && wakeup.at <= at) return;
    clearWakeup();
    const mine = { at, cancel: new AbortController() };
    wakeup = mine;
    void wakeAfter(mine, durationMs);
  }

  /** A timer that nobody waits for would keep the program from ending. */
  function clearWakeup(): void {
    wakeup?.cancel.abort();
    wakeup = null;
  }

  async function wakeAfter(mine: NonNullable<typeof wakeup>, durationMs: number): Promise<void> {
    await clock.sleep(Math.ceil(durationMs), mine.cancel.signal);
    if (wakeup !== mine) return;
    wakeup = null;
    serve();
  }

  async function acquire(request: SlotRequest): Promise<SlotOutcome> {
    const { signal } = request;
    if (signal.aborted) return { kind: 'aborted' };
    const count = request.count();
    if (line.first() === null && waitFor(count, time()) === 0)
      return { kind: 'granted', slots: Array.from({ length: count }, createSlot) };
    if (line.size() >= largestWaiting) return { kind: 'full' };
    const { promise, resolve } = Promise.withResolvers<SlotOutcome>();
    const waiting = {
      ...request,
      grant: (slots: readonly Slot[]): void => {
        signal.removeEventListener('abort', onAbort);
        resolve({ kind: 'granted', slots });
      },
    };
    const onAbort = (): void => {
      line.remove(waiting);
      resolve({ kind: 'aborted' });
      serve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    line.add(waiting);
    serve();
    return promise;
  }

  return {
    acquire,
    pause(durationMs) {
      pausedUntil = Math.max(pausedUntil, time() + durationMs);
    },
    widenMargin() {
      isWideUntil = time() + wideForMs;
    },
    isPaused: () => time() < pausedUntil,
  };
}
