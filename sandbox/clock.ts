/** Time for the server, injected so that tests need not wait. */
export type SandboxClock = {
  /** Milliseconds since 1970 UTC; it never runs backwards. */
  readonly now: () => number;
  /** Calls once after this many milliseconds, unless it is cancelled before. */
  readonly setTimer: (call: () => void, delayMs: number) => { readonly cancel: () => void };
};

/** Node forgets delays beyond this and would call at once. */
const longestDelayMs = 2 ** 31 - 1;

/** The computer's clock as it was at the start, run on by a counter that nobody sets back. */
export const steadyClock: SandboxClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimer(call, delayMs) {
    const timer = setTimeout(call, Math.min(Math.max(delayMs, 0), longestDelayMs));
    return { cancel: () => clearTimeout(timer) };
  },
};
