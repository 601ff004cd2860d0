import type { CoreContext } from '../../context.ts';
import { releaseDue } from './release-due.ts';

/** The background looks so often, so that nobody has to tell it of a new schedule. */
const lookEveryMs = 20 * 1000;
/** After a longer gap the computer slept or its clock was set: what was due in it waits for a person. */
const longestGapMs = 3 * 60 * 1000;
/** While the gateway cannot be asked, a release is tried again for so long. */
const lateAfterMs = 2 * 60 * 60 * 1000;

/** Releases in the background what comes due while it watches; what came due before waits for a person. */
type Scheduler = {
  begin(): void;
  /** Resolves when a release under way has ended. */
  end(): Promise<void>;
};

export function createScheduler(context: CoreContext): Scheduler {
  const { clock, background } = context;
  let stopping: AbortController | null = null;
  let watched: Promise<void> = Promise.resolve();

  async function watch(signal: AbortSignal): Promise<void> {
    let since = clock.now();
    let last = since;
    while (!signal.aborted) {
      const now = clock.now();
      if (now - last > longestGapMs || now < last) since = now;
      last = now;
      await release(since, signal);
      last = clock.now();
      await clock.sleep(lookEveryMs, signal);
    }
  }

  async function release(since: number, signal: AbortSignal): Promise<void> {
    try {
      await releaseDue(context, { lateAfterMs, since }, signal);
      background?.worked('schedule');
    } catch (thrown) {
      background?.failed('schedule', thrown);
    }
  }

  return {
    begin() {
      if (stopping !== null) return;
      stopping = new AbortController();
      const { signal } = stopping;
      watched = watched.then(() => watch(signal));
    },
    async end() {
      stopping?.abort();
      stopping = null;
      await watched;
    },
  };
}
