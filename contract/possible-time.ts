/** The last moment that a date can be, in milliseconds since 1970; the first one is as long before. */
const lastMoment = 8.64e15;

/**
 * A time in milliseconds since 1970. An impossible one in a record that was edited or damaged, or of a file, becomes the last possible one,
 * or the first: it must not keep a whole list from being shown.
 */
export function possibleTime(at: number): number {
  return Math.max(-lastMoment, Math.min(lastMoment, at));
}

/** Whether a text begins with a day that there is, such as 2026-03-31: `Date` takes 2026-02-30 for a day in March. */
export function beginsWithDay(text: string): boolean {
  const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
