const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const sameDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const sameYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const any = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A moment in local time, as short as it can be told apart: `14:02` today, else with the day, else with the year. */
export function shortTime(at: string, now = new Date()): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  if (moment.toDateString() === now.toDateString()) return sameDay.format(moment);
  return moment.getFullYear() === now.getFullYear() ? sameYear.format(moment) : any.format(moment);
}

/** A moment in full, with weekday, seconds and time zone. */
export function wholeTime(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : whole.format(moment);
}

/** How long ago: `3 minutes ago`. */
export function timeAgo(at: string, now = new Date()): string {
  const passedMs = new Date(at).getTime() - now.getTime();
  const size = Math.abs(passedMs);
  if (Number.isNaN(size)) return '';
  if (size < minuteMs) return 'just now';
  if (size < hourMs) return relative.format(Math.round(passedMs / minuteMs), 'minute');
  if (size < dayMs) return relative.format(Math.round(passedMs / hourMs), 'hour');
  return relative.format(Math.round(passedMs / dayMs), 'day');
}

/** A length of time in words: `45 seconds`, `2 minutes`, `1 hour 5 minutes`. */
export function durationText(seconds: number): string {
  const rounded = Math.max(0, Math.ceil(seconds));
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  if (rounded < 90) return plural(rounded, 'second');
  const minutes = Math.ceil(rounded / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const rest = minutes % 60;
  const hours = plural(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** A moment in local time with its seconds, which tell apart what happened one after the other; the day too where it is not today. */
export function exactTime(at: string, now = new Date()): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return (moment.toDateString() === now.toDateString() ? clock : dayAndClock).format(moment);
}
