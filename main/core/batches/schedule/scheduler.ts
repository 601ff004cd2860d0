import { triedForMs } from '../../../../contract/batches/schedule-times.ts';
import type { AppEvent } from '../../../../contract/events.ts';
import type { CoreContext } from '../../context/context.ts';
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
  let last = since;

  /** Since when the computer has been awake and its clock not been set. The first question after a gap finds it, also in the middle of a release. */
  function watchedSince(): number {
    const now = clock.now();
    if (now - last > longestGapMs || now < last) since = now;
    last = now;
    return since;
  }

  function watchFromNow(): void {
    since = clock.now();
    last = since;
  }

  const watched = {
    lateAfterMs: triedForMs,
    get since() {
      return watchedSince();
    },
  };

  async function watch(signal: AbortSignal): Promise<void> {
    watchFromNow();
    while (!signal.aborted) {
      watchedSince();
      const isAnyLeft = await release(signal);
      if (isAnyLeft) await clock.sleep(pollMs, signal);
      else {
        await wakeup.wait(null, signal);
        // Nothing was scheduled, so nothing came due.
        watchFromNow();
      }
    }
  }

  /** Whether anything is still scheduled, as far as known. */
  async function release(signal: AbortSignal): Promise<boolean> {
    const ended = new AbortController();
    void keepWatch(AbortSignal.any([signal, ended.signal]));
    try {
      await releaseDue(watched, signal);
      return store.schedules().length > 0;
    } catch (thrown) {
      background?.failed('schedule', thrown);
      return true;
    } finally {
      ended.abort();
    }
  }

  /** A release may take long: that is no gap. */
  async function keepWatch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(pollMs, signal);
      watchedSince();
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
      isBegun() ? store.schedules().filter((schedule) => isStillToCome(context, schedule, watched)) : [],
  };
}
