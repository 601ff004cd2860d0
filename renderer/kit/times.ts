import { dayMs, hourMs, minuteMs } from '../../contract/duration.ts';
import { minuteText } from '../../contract/text/clock.ts';

/** The longest time between the two clicks of a double click, as systems count it. */
export const doubleClickMs = 500;

/** The longest delay of a timer is 24.8 days. */
export const longestWaitMs = dayMs;

/** A format that is created on first use: creating one takes milliseconds, and the first screen needs few. */
export function timeFormat(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  let made: Intl.DateTimeFormat | null = null;
  return (moment) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(moment);
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const day = { day: 'numeric', month: 'short' } as const;
const sameYear = timeFormat({ ...day, ...time });
const any = timeFormat({ ...day, year: 'numeric', ...time });
const whole = timeFormat({ dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' });

/** A moment in local time with its day and year. */
export const dayAndMinute = timeFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

let relative: Intl.RelativeTimeFormat | null = null;

/** A moment in local time, as short as is unambiguous: `14:02` today, else with the day, else with the year. */
export function shortTime(at: string): string {
  const now = new Date();
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  if (moment.toDateString() === now.toDateString()) return clockTime(moment);
  return moment.getFullYear() === now.getFullYear() ? sameYear(moment) : any(moment);
}

/** `14:02` in local time, 24 hours as everywhere in Bursar; without a format object, which would cost the first screen milliseconds. */
function clockTime(moment: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** A moment in full, with weekday, seconds and time zone. */
export function wholeTime(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : whole(moment);
}

/** How long ago, or how far ahead: `3 minutes ago`; from a day on by the calendar, so that `tomorrow` is the next day. */
export function timeAgo(at: string, now = new Date()): string {
  const passedMs = new Date(at).getTime() - now.getTime();
  const size = Math.abs(passedMs);
  if (Number.isNaN(size)) return '';
  if (size < minuteMs) return 'just now';
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (size < hourMs) return relative.format(Math.round(passedMs / minuteMs), 'minute');
  if (size < dayMs) return relative.format(Math.round(passedMs / hourMs), 'hour');
  const days = midnightOf(new Date(at)).getTime() - midnightOf(now).getTime();
  // A day on which the clocks change has 23 or 25 hours.
  return relative.format(Math.round(days / dayMs), 'day');
}

function midnightOf(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

/** The minute in UTC, after a comma, for a moment that people on other computers must agree on; empty if local time is UTC. */
export function besideInUtc(at: string): string {
  return new Date(at).getTimezoneOffset() === 0 ? '' : `, ${minuteText(at)}`;
}

const clock = timeFormat({ timeStyle: 'medium', hourCycle: 'h23' });
const dayAndClock = timeFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** A moment in local time with its seconds, which distinguish consecutive events; with the day if it is not today. */
export function exactTime(at: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return (moment.toDateString() === new Date().toDateString() ? clock : dayAndClock)(moment);
}
