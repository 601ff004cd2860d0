/** Time for the server, injected so that tests need not wait. */
export type SandboxClock = {
  /** Milliseconds since 1970 UTC; it never runs backwards. */
  readonly now: () => number;
  /** Calls back once after this many milliseconds, unless cancelled before. */
  readonly setTimer: (call: () => void, delayMs: number) => { readonly cancel: () => void };
};

/** Node treats longer delays as zero. */
const longestDelayMs = 2 ** 31 - 1;

/** The computer's clock at startup, carried forward by a monotonic counter. */
export const steadyClock: SandboxClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimer(call, delayMs) {
    const timer = setTimeout(call, Math.min(Math.max(delayMs, 0), longestDelayMs));
    return { cancel: () => clearTimeout(timer) };
  },
};
