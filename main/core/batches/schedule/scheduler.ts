import { hourMs } from '../../../../contract/duration.ts';
import type { AppEvent } from '../../../../contract/events.ts';
import type { CoreContext } from '../../context.ts';
import { createBackgroundLoop, type BackgroundLoop } from '../../payments/background-loop.ts';
import { createWakeup } from '../../payments/wakeup.ts';
import { releaseDue } from './release-due.ts';

/** While anything is scheduled, the background looks this often: a longer gap shows that nobody watched. */
const lookEveryMs = 20 * 1000;
/** After a longer gap the computer slept or its clock was set: what was due in it waits for a person. */
const longestGapMs = 3 * 60 * 1000;
/** While the gateway cannot be asked, a release is tried again for so long. */
const lateAfterMs = 2 * hourMs;

/** Releases in the background what comes due while it watches; what came due before waits for a person. */
type Scheduler = Pick<BackgroundLoop, 'begin' | 'end'> & {
  /** Every event of the core: it rests until a batch changes where nothing is scheduled. */
  notice(event: AppEvent): void;
};

export function createScheduler(context: CoreContext): Scheduler {
  const { store, clock, background } = context;
  const wakeup = createWakeup(clock);

  async function watch(signal: AbortSignal): Promise<void> {
    let since = clock.now();
    let last = since;
    while (!signal.aborted) {
      const now = clock.now();
      if (now - last > longestGapMs || now < last) since = now;
      last = now;
      const isAnyLeft = await release(since, signal);
      last = clock.now();
      if (isAnyLeft) await clock.sleep(lookEveryMs, signal);
      else {
        await wakeup.wait(null, signal);
        // Nothing was scheduled, so nothing came due.
        since = clock.now();
        last = since;
      }
    }
  }

  /** Whether anything is still scheduled, as far as is known. */
  async function release(since: number, signal: AbortSignal): Promise<boolean> {
    try {
      await releaseDue(context, { lateAfterMs, since }, signal);
      background?.worked('schedule');
      return store.schedules().length > 0;
    } catch (thrown) {
      background?.failed('schedule', thrown);
      return true;
    }
  }

  const { begin, end } = createBackgroundLoop(context, 'schedule', watch);
  return {
    begin,
    end,
    notice({ kind }) {
      if (kind === 'batch') wakeup.wake();
    },
  };
}
