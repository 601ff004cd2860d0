import { triedForMs } from '../../../../contract/batches/schedule-times.ts';
import type { AppEvent } from '../../../../contract/events.ts';
import type { CoreContext } from '../../context.ts';
import { createBackgroundLoop, type BackgroundLoop } from '../../payments/background-loop.ts';
import { createWakeup } from '../../payments/wakeup.ts';
import type { StoredSchedule } from '../../ports/index.ts';
import { isStillToCome, type ReleaseDue } from './release-due.ts';

/** How often the background checks while anything is scheduled: a longer gap shows that it was not watching. */
const pollMs = 20 * 1000;
/** After a longer gap the computer slept or its clock was set: releases that came due in it wait for a person. */
const longestGapMs = 3 * 60 * 1000;

/** Releases drafts in the background that come due while it watches; earlier ones wait for a person. */
type Scheduler = Pick<BackgroundLoop, 'begin' | 'end'> & {
  /** Receives every event of the core: without schedules it rests until a batch changes. */
  notice(event: AppEvent): void;
  /** What it will release by itself as long as it watches, earliest first; nothing while it does not watch. */
  toCome(): StoredSchedule[];
};

export function createScheduler(context: CoreContext, releaseDue: ReleaseDue): Scheduler {
  const { store, clock, background } = context;
  const wakeup = createWakeup(clock);
  let since = clock.now();

  async function watch(signal: AbortSignal): Promise<void> {
    since = clock.now();
    let last = since;
    while (!signal.aborted) {
      const now = clock.now();
      if (now - last > longestGapMs || now < last) since = now;
      last = now;
      const isAnyLeft = await release(signal);
      last = clock.now();
      if (isAnyLeft) await clock.sleep(pollMs, signal);
      else {
        await wakeup.wait(null, signal);
        // Nothing was scheduled, so nothing came due.
        since = clock.now();
        last = since;
      }
    }
  }

  /** Whether anything is still scheduled, as far as known. */
  async function release(signal: AbortSignal): Promise<boolean> {
    try {
      await releaseDue({ lateAfterMs: triedForMs, since }, signal);
      return store.schedules().length > 0;
    } catch (thrown) {
      background?.failed('schedule', thrown);
      return true;
    }
  }

  const { begin, end, isBegun } = createBackgroundLoop(context, 'schedule', watch);
  return {
    begin,
    end,
    notice({ kind }) {
      if (kind === 'batch') wakeup.wake();
    },
    toCome: () =>
      isBegun()
        ? store
            .schedules()
            .filter((schedule) => isStillToCome(context, schedule, { lateAfterMs: triedForMs, since }))
        : [],
  };
}
