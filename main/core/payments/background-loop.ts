import type { BackgroundTask } from '../../../contract/treasury/attention.ts';
import type { CoreContext } from '../context.ts';
import { retryWaitMs } from './schedule.ts';

/** Work that goes on in the background until its signal aborts. */
export type BackgroundLoop = {
  /** Does nothing if it goes on already. */
  begin(): void;
  /** Resolves when what was under way has ended; it can be begun again. */
  end(): Promise<void>;
  isBegun(): boolean;
};

/** Work that throws raises attention under `task` and begun again after a while, more rarely each time. */
export function createBackgroundLoop(
  { clock, background }: Pick<CoreContext, 'clock' | 'background'>,
  task: BackgroundTask,
  work: (signal: AbortSignal) => Promise<void>,
): BackgroundLoop {
  let stopping: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();

  async function goOn(signal: AbortSignal): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1)
      try {
        await work(signal);
        return;
      } catch (thrown) {
        background?.failed(task, thrown);
        await clock.sleep(retryWaitMs(failures), signal);
      }
  }

  return {
    begin() {
      if (stopping !== null) return;
      stopping = new AbortController();
      const { signal } = stopping;
      ended = ended.then(() => goOn(signal));
    },
    async end() {
      stopping?.abort();
      stopping = null;
      await ended;
    },
    isBegun: () => stopping !== null,
  };
}
