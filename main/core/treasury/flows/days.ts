import { dayMs } from '../../../../contract/duration.ts';
import type { FlowStep } from '../../../../contract/treasury/flows.ts';

/** 1970-01-01 was a Thursday; a week begins on Monday. */
const mondayShift = 3;
const daysOfWeek = 7;

/** The number of a day such as 2026-03-31, counted from 1970-01-01 in UTC. */
export function dayNumberOf(day: string): number {
  return Math.floor(Date.parse(day) / dayMs);
}

/** The day with this number, for instance 2026-03-31. */
export function dayOfNumber(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The first day of the day, week or month that contains this day. */
export function startOf(day: number, by: FlowStep): number {
  switch (by) {
    case 'day':
      return day;
    case 'week':
      return day - ((((day + mondayShift) % daysOfWeek) + daysOfWeek) % daysOfWeek);
    case 'month': {
      const date = new Date(day * dayMs);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs;
    }
  }
}

/** The last day of the day, week or month that begins on this day. */
export function endOf(start: number, by: FlowStep): number {
  switch (by) {
    case 'day':
      return start;
    case 'week':
      return start + daysOfWeek - 1;
    case 'month': {
      const date = new Date(start * dayMs);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs - 1;
    }
  }
}
