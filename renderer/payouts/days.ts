import { z } from 'zod';
import { dayText } from '../../contract/text/clock.ts';

const Moment = z.iso.datetime();
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The start of a local day, `2026-03-14`, as a moment in ISO 8601 UTC; null if it is not a day. */
export function momentOfDay(day: string): string | null {
  return startOf(day, 0)?.toISOString() ?? null;
}

/** The local day that begins exactly at this moment; null if none does. */
export function dayOf(moment: string): string | null {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  const day = dayText(date);
  return momentOfDay(day) === date.toISOString() ? day : null;
}

export function dayAfter(day: string): string | null {
  const start = startOf(day, 1);
  return start === null ? null : dayText(start);
}

/** From the start of the first local day to the end of the last, as moments; moments stay unchanged. Null if a text is neither. */
export function momentsOf(
  from: string,
  to: string,
): { readonly from: string | null; readonly until: string | null } {
  return { from: momentIn(from, (day) => day), until: momentIn(to, dayAfter) };
}

function momentIn(text: string, change: (day: string) => string | null): string | null {
  const day = change(text);
  return (day === null ? null : momentOfDay(day)) ?? Moment.safeParse(text).data ?? null;
}

/** Writes times as `momentsOf` reads them: as local days if they are whole days. */
export function daysOrMoments(
  from: string | null,
  until: string | null,
): { readonly from: string; readonly to: string } {
  const day = until === null ? null : dayOf(until);
  return {
    from: from === null ? '' : (dayOf(from) ?? from),
    to: until === null ? '' : ((day === null ? null : dayBefore(day)) ?? until),
  };
}

export function dayBefore(day: string): string | null {
  const start = startOf(day, -1);
  return start === null ? null : dayText(start);
}

function startOf(day: string, offsetDays: number): Date | null {
  const match = dayPattern.exec(day);
  if (match === null) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const start = new Date(year, month - 1, date);
  // The calendar turns 31 February into a day in March; such a day is invalid.
  if (start.getMonth() !== month - 1 || start.getDate() !== date) return null;
  return new Date(year, month - 1, date + offsetDays);
}
