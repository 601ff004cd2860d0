/** The last moment that a date can be, in milliseconds since 1970; the first one is as long before. */
const lastMoment = 8.64e15;

/**
 * A time in milliseconds since 1970. An impossible one in a record that was edited or damaged, or of a file, becomes the last possible one,
 * or the first: it must not keep a whole list from being shown.
 */
export function possibleTime(at: number): number {
  return Math.max(-lastMoment, Math.min(lastMoment, at));
}
