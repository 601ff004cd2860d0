import { longestAheadMs } from '../../../contract/batches/schedule-times.ts';
import { beginsWithDay } from '../../../contract/possible-time.ts';

/** The meaning of a typed date and time; `problem` says why it is not a valid release time. */
export type TypedTime =
  | { readonly at: string; readonly problem: null }
  | { readonly at: null; readonly problem: string };

const usualHour = 9;

/** Parses a date and time field, in the time zone of this computer. */
export function readTime(typed: string, now: Date): TypedTime {
  const moment = new Date(typed);
  if (!beginsWithDay(typed) || Number.isNaN(moment.getTime())) return wrong('Choose a date and a time.');
  if (moment <= now) return wrong('This time has passed. Choose a later one, or release now.');
  if (moment.getTime() - now.getTime() > longestAheadMs)
    return wrong('This is more than a year ahead. Choose an earlier time.');
  return { at: moment.toISOString(), problem: null };
}

function wrong(problem: string): TypedTime {
  return { at: null, problem };
}

/** A moment in the format of a date and time field: local, to the minute. */
export function fieldTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Tomorrow morning. */
export function usualTime(now: Date): string {
  return fieldTime(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, usualHour));
}
