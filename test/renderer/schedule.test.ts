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
    ['2026-03', /passed|date and a time/],
    [fieldTime(now), /passed/],
    [fieldTime(new Date('2027-06-01T00:00:00Z')), /more than a year/],
  ])('%s is refused with the reason', (typed, why) => {
    expect(readTime(typed, now)).toMatchObject({ at: null, problem: expect.stringMatching(why) as string });
  });
});

it('a schedule is missed once its time has passed by more than a release takes, and on hold if a person has to decide', () => {
  const at = (afterMs: number) => ({
    scheduledFor: new Date(now.getTime() + afterMs).toISOString(),
    heldSchedule: null,
  });
  expect(scheduleState(at(1000), now.getTime())).toBe('scheduled');
  expect(scheduleState(at(-30_000), now.getTime())).toBe('scheduled');
  expect(scheduleState(at(-90_000), now.getTime())).toBe('missed');
  const heldSchedule = { scheduledFor: now.toISOString(), error: 'limitExceeded', message: '' } as const;
  expect(scheduleState({ scheduledFor: null, heldSchedule }, now.getTime())).toBe('held');
  expect(scheduleState({ scheduledFor: null, heldSchedule: null }, now.getTime())).toBeNull();
});
