import { durationText } from './numbers.ts';

/** Two clocks of which either may be wrong. The seconds are positive if the gateway's clock is ahead. */
export function clocksApartText(differenceSeconds: number): string {
  const place = differenceSeconds > 0 ? 'ahead of' : 'behind';
  return `The gateway's clock is ${durationText(Math.abs(differenceSeconds))} ${place} this computer's. Set this computer's clock; if it is right, ask the gateway's operator.`;
}

/** A clock difference. The seconds are positive if the gateway's clock is ahead. */
export function clockDifferenceText(differenceSeconds: number): string {
  const place = differenceSeconds > 0 ? 'behind' : 'ahead of';
  return `This computer's clock is ${durationText(Math.abs(differenceSeconds))} ${place} the gateway's. Bursar corrects for it; set this computer's clock.`;
}

/** A time to the minute, in UTC: `2026-11-30 09:00 UTC`. */
export function minuteText(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A time for readers in any time zone: `2026-01-31 12:00:00 UTC`. */
export function momentText(at: string | number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The day of a time in UTC, for readers in any time zone, whose own may be another: `2026-01-31 UTC`. */
export function utcDayText(at: string | number): string {
  return `${new Date(at).toISOString().slice(0, 10)} UTC`;
}

/** The local day of a moment, whatever its hour: `2026-11-30`. */
export function dayText(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Why two exact times, the second exclusive, match nothing. */
export const timesReversedText = 'The period must end after it starts.';

/** Why two days match nothing. */
export const daysReversedText = 'The last day is before the first day.';
