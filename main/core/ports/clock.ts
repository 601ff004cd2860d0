/** Time, injected so that a run can be repeated. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Resolves after this many milliseconds, or at once when the signal aborts; it never rejects. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after pending input and output was handled, so that long work does not block the process. */
  turn(): Promise<void>;
}

/** Randomness, injected so that a run can be repeated from its seed. */
export interface Random {
  /** This many random bytes. */
  bytes(count: number): Uint8Array;
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
}
