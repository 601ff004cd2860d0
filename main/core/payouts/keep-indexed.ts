import type { AppEvent } from '../../../contract/events.ts';
import { describePayee } from '../payees/known.ts';
import { paymentKeysOf } from '../payments/payee.ts';
import { createWakeup } from '../payments/wakeup.ts';
import type { BackgroundWork, Clock, Store } from '../ports/index.ts';
import { retryWaitMs } from '../payments/schedule.ts';

/** A pause after each piece yields to other work. It has one step, or many while payments change or other work uses the process. */
const stepMs = 5;
const busySteps = 20;
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
    let steps = isBusy ? busySteps : 1;
    isBusy = false;
    for (let step = 0; step < steps && !isStopped(); step += 1) {
      const from = clock.now();
      await clock.sleep(stepMs, signal);
      // A late step means that somebody's request is being worked on: it would take twice as long beside the indexing.
      if (clock.now() - from > 2 * stepMs) steps = busySteps;
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
