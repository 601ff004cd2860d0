import { describe, expect, it } from 'vitest';
import { fieldTime, readTime, usualTime } from '../../renderer/batches/batch/release-time.ts';
import { scheduleState } from '../../renderer/batches/schedule-state.ts';

const now = new Date('2026-03-02T08:00:00.000Z');

describe('the time of a release', () => {
  it('is read in the time zone of this computer, and comes back as it was typed', () => {
    const typed = fieldTime(new Date('2026-03-03T08:30:00.000Z'));
    expect(readTime(typed, now)).toEqual({ at: '2026-03-03T08:30:00.000Z', problem: null });
    expect(usualTime(now)).toMatch(/^2026-03-0[23]T09:00$/);
    expect(readTime(usualTime(now), now).problem).toBeNull();
  });

  it.each([
    ['', /date and a time/],
    ['2026-03', /date and a time/],
    ['2026-06-31T09:00', /date and a time/],
    ['2026-13-01T09:00', /date and a time/],
    [fieldTime(now), /passed/],
    [fieldTime(new Date('2027-06-01T00:00:00Z')), /more than a year/],
  ])('%s is refused with the reason', (typed, why) => {
    expect(readTime(typed, now)).toMatchObject({ at: null, problem: expect.stringMatching(why) as string });
  });
});

it('a schedule is missed only once the program says so, and on hold if a person has to decide', () => {
  const passed = { scheduledFor: new Date(now.getTime() - 90_000).toISOString(), heldSchedule: null };
  expect(scheduleState(passed, false)).toBe('scheduled');
  expect(scheduleState(passed, true)).toBe('missed');
  const heldSchedule = { scheduledFor: now.toISOString(), error: 'limitExceeded', message: '' } as const;
  expect(scheduleState({ scheduledFor: null, heldSchedule }, false)).toBe('held');
  expect(scheduleState({ scheduledFor: null, heldSchedule: null }, false)).toBeNull();
});
