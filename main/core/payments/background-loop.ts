/** Work that goes on in the background until its signal aborts. */
export type BackgroundLoop = {
  /** Does nothing if it goes on already. */
  begin(): void;
  /** Resolves when what was under way has ended; it can be begun again. */
  end(): Promise<void>;
  isBegun(): boolean;
};

export function createBackgroundLoop(work: (signal: AbortSignal) => Promise<void>): BackgroundLoop {
  let stopping: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();
  return {
    begin() {
      if (stopping !== null) return;
      stopping = new AbortController();
      const { signal } = stopping;
      ended = ended.then(() => work(signal));
    },
    async end() {
      stopping?.abort();
      stopping = null;
      await ended;
    },
    isBegun: () => stopping !== null,
  };
}
