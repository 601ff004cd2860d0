import type { AppEvent } from '../../../contract/events.ts';
import { describePayee } from '../payees/known.ts';
import { paymentKeysOf } from '../payments/payee.ts';
import { createWakeup } from '../payments/wakeup.ts';
import type { BackgroundWork, Clock, Store } from '../ports/index.ts';
import { retryWaitMs } from '../payments/schedule.ts';

/**
 * The pause after each piece, to yield to other work; longer while payments change, so that indexing does not slow down sending, and
 * repeated, up to this often, while somebody's request is worked on, which would take twice as long beside the indexing.
 */
const restMs = 5;
const busyRestMs = 100;
const mostRests = 20;
/**
 * Turns of the event loop that take longer than this together have pieces of such a request in them. One turn is too few: a piece may be
 * as short.
 */
const idleTurnsMs = 2;
const turnsAtOnce = 10;
/** Events that the flows and the list of payees follow in one piece, and payments of an older Bursar that get their keys. */
const eventsAtOnce = 200;
/** How often changes are indexed together while a release runs. */
const gatherMs = 1000;

type IndexKeeper = {
  /** Receives changes. */
  hear(event: AppEvent): void;
  /** Stops between two pieces. */
  stop(): Promise<void>;
};

/**
 * Keeps the index of the history, the flows and the list of payees up to date in the background, also for a database that
 * an older Bursar wrote.
 */
export function keepIndexed({
  store,
  clock,
  background,
}: {
  store: Pick<Store, 'catchUpKeys' | 'indexFlows' | 'indexPayees' | 'indexHistory' | 'mergeHistory'>;
  clock: Clock;
  background: BackgroundWork;
}): IndexKeeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakeup = createWakeup(clock);
  const isStopped = (): boolean => signal.aborted;
  /** Whether anything changed during the last piece or the pause after it. */
  let isBusy = false;
  const pause = async (): Promise<void> => {
    let rest = isBusy ? busyRestMs : restMs;
    isBusy = false;
    for (let rests = 0; rests < mostRests; rests += 1) {
      await clock.sleep(rest, signal);
      const from = clock.now();
      for (let turns = 0; turns < turnsAtOnce; turns += 1) await clock.turn();
      if (isStopped() || clock.now() - from <= idleTurnsMs) return;
      rest = busyRestMs;
    }
  };
  const work = async (): Promise<void> => {
    await clock.turn();
    for (let failures = 0; !isStopped();) {
      const isDone = indexSome();
      failures = isDone === null ? failures + 1 : 0;
      if (isDone === null) await clock.sleep(retryWaitMs(failures), signal);
      else if (isDone) {
        await wakeup.wait(null, signal);
        await clock.sleep(gatherMs, signal);
      } else await pause();
    }
  };
  /** Whether everything is indexed; null if it failed. */
  const indexSome = (): boolean | null => {
    try {
      const isDone =
        store.indexFlows(eventsAtOnce) < eventsAtOnce &&
        store.catchUpKeys(eventsAtOnce, paymentKeysOf) < eventsAtOnce &&
        store.indexPayees(eventsAtOnce, describePayee) < eventsAtOnce &&
        store.indexHistory() &&
        store.mergeHistory();
      background.worked('historyIndex');
      return isDone;
    } catch (thrown) {
      background.failed('historyIndex', thrown);
      return null;
    }
  };
  const ended = work();
  return {
    hear: ({ kind }) => {
      if (kind !== 'batch' && kind !== 'payout' && kind !== 'incoming') return;
      isBusy = true;
      wakeup.wake();
    },
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
