import type { AppEvent } from '../../../contract/events.ts';
import { createWakeup } from '../payments/wakeup.ts';
import type { Clock, Store } from '../ports/index.ts';

/** A rest after each piece, so that indexing a big history leaves half of the time to others. */
const restMs = 5;
/** What changes while a release runs is indexed together, about so often. */
const gatherMs = 1000;

export type IndexKeeper = {
  /** Hears what changed. */
  hear(event: AppEvent): void;
  /** Comes to an end between two pieces. */
  stop(): Promise<void>;
};

/** Keeps the index of the history up to date in the background, from now on: also for a database that an older Bursar wrote. */
export function keepHistoryIndexed({
  store,
  clock,
}: {
  store: Pick<Store, 'indexHistory'>;
  clock: Clock;
}): IndexKeeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakeup = createWakeup(clock);
  const isStopped = (): boolean => signal.aborted;
  const work = async (): Promise<void> => {
    await clock.turn();
    while (!isStopped()) {
      if (store.indexHistory()) {
        await wakeup.wait(null, signal);
        await clock.sleep(gatherMs, signal);
      } else await clock.sleep(restMs, signal);
    }
  };
  // A store that cannot be written says so to whoever reads the history next; nobody waits for this.
  const ended = work().catch(() => undefined);
  return {
    hear: ({ kind }) => {
      if (kind === 'batch' || kind === 'payout' || kind === 'incoming') wakeup.wake();
    },
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
