import { useCallback, useEffect, useState } from 'react';
import { AppEvent, type AppEventListener } from '../contract/events.ts';
import { bridge } from './bridge.ts';

/** Calls back for every valid event from now on, until the returned function is called. */
export function onEvent(listener: AppEventListener): () => void {
  return bridge().onEvent((value) => {
    const event = AppEvent.safeParse(value);
    if (event.success) listener(event.data);
  });
}

/** Calls the listener with every event while the component is mounted. The listener should be stable (`useCallback`). */
export function useEvents(listener: AppEventListener): void {
  useEffect(() => onEvent(listener), [listener]);
}

/**
 * Calls `again` this long after an event that concerns it, once for all events until then: for what is too large to be read at each. Both
 * functions should be stable (`useCallback`).
 */
export function useAfterEvents(
  concerns: (event: AppEvent) => boolean,
  waitMs: number,
  again: () => unknown,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const end = onEvent((event) => {
      if (!concerns(event)) return;
      timer ??= setTimeout(() => {
        timer = null;
        again();
      }, waitMs);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [concerns, waitMs, again]);
}

/** Whether the page has lost the program: it gets no events, and shows what it knew before. */
export function useIsLost(): boolean {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const endLost = bridge().onLost(() => setLost(true));
    const endAgain = bridge().onAgain(() => setLost(false));
    return () => {
      endLost();
      endAgain();
    };
  }, []);
  return isLost;
}

export type ProgressSoFar = { readonly done: number; readonly total: number | null };

const callIds = new WeakMap<AbortSignal, string>();

/** Says which call has this signal, for its progress. */
export function nameCall(signal: AbortSignal, callId: string): void {
  callIds.set(signal, callId);
}

/** The progress of the call with this signal, whatever else is in progress; null before its first report, and without a signal. */
export function useProgressOf(signal: AbortSignal | null): ProgressSoFar | null {
  const isMine = useCallback(
    ({ callId }: Progress) => signal !== null && callId !== undefined && callIds.get(signal) === callId,
    [signal],
  );
  return useReports(isMine, signal !== null);
}

/** The progress of the long operation with this name; null before its first report, and while `isActive` is false. */
export function useProgress(id: string, isActive: boolean): ProgressSoFar | null {
  return useReports(
    useCallback((event: Progress) => event.id === id, [id]),
    isActive,
  );
}

type Progress = Extract<AppEvent, { readonly kind: 'progress' }>;

function useReports(isMine: (event: Progress) => boolean, isActive: boolean): ProgressSoFar | null {
  const [sofar, setSofar] = useState<ProgressSoFar | null>(null);
  useEffect(() => {
    setSofar(null);
    if (!isActive) return undefined;
    return onEvent((event) => {
      if (event.kind === 'progress' && isMine(event)) setSofar({ done: event.done, total: event.total });
    });
  }, [isMine, isActive]);
  return sofar;
}
