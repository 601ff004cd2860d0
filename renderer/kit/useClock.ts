import { useSyncExternalStore } from 'react';
import { minuteMs } from '../../contract/duration.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back every minute, and soon after the computer slept, until the returned function is called; all share one timer. */
function everyMinute(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const minuteNow = (): number => Math.floor(Date.now() / minuteMs);
const dayNow = (): string => new Date().toDateString();

/** Renders again when the minute, or the local day, is another one: within a minute, also where the clock of the computer is set. */
export function useClock(part: 'minute' | 'day'): void {
  useSyncExternalStore<number | string>(everyMinute, part === 'minute' ? minuteNow : dayNow);
}
