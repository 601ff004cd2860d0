import type { BackgroundTask } from '../../../contract/treasury/attention.ts';
import type { CoreContext } from '../context/context.ts';
import { retryWaitMs } from './schedule.ts';

/** Background work that runs until its signal aborts. */
export type BackgroundLoop = {
  /** Does nothing if it already runs. */
  begin(): void;
  /** Resolves when the current work has ended; it can be started again. */
  end(): Promise<void>;
  isBegun(): boolean;
};

/** Work that throws raises attention under `task` and is started again after a delay that grows each time. */
export function createBackgroundLoop(
  { clock, background }: Pick<CoreContext, 'clock' | 'background'>,
  task: BackgroundTask,
  work: (signal: AbortSignal) => Promise<void>,
): BackgroundLoop {
  let stopping: AbortController | null = null;
  let ended: Promise<void> = Promise.resolve();

  async function loop(signal: AbortSignal): Promise<void> {
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
      ended = ended.then(() => loop(signal));
    },
    async end() {
      stopping?.abort();
      stopping = null;
      await ended;
    },
    isBegun: () => stopping !== null,
  };
}
