import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppEvent, type AppEventListener } from '../contract/events.ts';
import { isAffected, isTold } from './affected.ts';
import { bridge } from './bridge.ts';

/** Tells of every event from now on that is one, until the function that comes back is called. */
function onEvent(listener: AppEventListener): () => void {
  return bridge().onEvent((value) => {
    const event = AppEvent.safeParse(value);
    if (event.success) listener(event.data);
  });
}

/** At most about four refreshes a second, however many events come. */
const refreshGapMs = 250;

/** Reads again what events make old, at most a few times a second. Gives back how to end it. */
export function refreshByEvents(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  let pending = new Map<string, AppEvent>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    timer = null;
    const events = [...pending.values()];
    pending = new Map();
    for (const event of events) {
      const queries = cache.findAll({
        predicate: ({ queryKey }) => isAffected(queryKey, event),
      });
      for (const query of queries) {
        // An answer that is on its way may be older than the event: wait for it, then ask once more.
        if (query.state.fetchStatus === 'fetching') note(event);
        else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }
    }
  };
  const note = (event: AppEvent) => {
    pending.set(`${event.kind} ${event.id}`, event);
    timer ??= setTimeout(flush, refreshGapMs);
  };

  const endEvents = onEvent((event) => {
    if (event.kind === 'restored') void queryClient.resetQueries();
    else if (isTold(event)) note(event);
  });
  const endAgain = bridge().onAgain(() => void queryClient.invalidateQueries());
  return () => {
    endEvents();
    endAgain();
    if (timer !== null) clearTimeout(timer);
  };
}

/** Calls the listener with every event while the component is there. The listener should be stable (`useCallback`). */
export function useEvents(listener: AppEventListener): void {
  useEffect(() => onEvent(listener), [listener]);
}

export type ProgressSoFar = { readonly done: number; readonly total: number | null };

/** How far the long operation of this name has come; null before it said anything, and while `isActive` is false. */
export function useProgress(id: string, isActive = true): ProgressSoFar | null {
  const [sofar, setSofar] = useState<ProgressSoFar | null>(null);
  useEffect(() => {
    setSofar(null);
    if (!isActive) return undefined;
    return onEvent((event) => {
      if (event.kind === 'progress' && event.id === id) setSofar({ done: event.done, total: event.total });
    });
  }, [id, isActive]);
  return sofar;
}
