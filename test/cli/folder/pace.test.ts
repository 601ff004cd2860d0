import { expect, it } from 'vitest';
import { createPace } from '../../../main/faces/cli/terminal/pace.ts';

it('a pace and the time that is left are shown only while payouts leave', () => {
  let now = 0;
  const pace = createPace(() => now);
  const after = (seconds: number, gone: number, left: number): string => {
    now += seconds * 1000;
    return pace(gone, left);
  };
  expect(after(0, 0, 100)).toBe('');
  expect(after(0.1, 1, 99)).toBe(', 1.0 a second, about 2 minutes left');
  expect(after(3.9, 40, 60)).toBe(', 10.0 a second, about 6 seconds left');
  // The gateway does not answer.
  expect(after(4, 40, 60)).toBe(', 5.0 a second, about 12 seconds left');
  expect(after(2, 40, 60)).toBe('');
  expect(after(600, 40, 60)).toBe('');
  expect(after(190, 80, 20)).not.toBe('');
  expect(after(1, 100, 0)).toBe('');
});
