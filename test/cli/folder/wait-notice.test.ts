import { expect, it } from 'vitest';
import { createWaitNotice } from '../../../main/faces/cli/terminal/wait-notice.ts';

it('a command that waits for the gateway says once that it keeps the data folder, two minutes after nothing is left to send', () => {
  let now = 0;
  const told: string[] = [];
  const look = createWaitNotice(
    () => now,
    (words) => told.push(words),
  );
  const after = (seconds: number, left: number | null): number => {
    now += seconds * 1000;
    look(left);
    return told.length;
  };
  expect(after(300, null)).toBe(0);
  expect(after(300, 3)).toBe(0);
  expect(after(1, 0)).toBe(0);
  expect(after(119, 0)).toBe(0);
  // Another batch is sent meanwhile.
  expect(after(5, 2)).toBe(0);
  expect(after(5, 0)).toBe(0);
  expect(after(120, 0)).toBe(1);
  expect(after(120, 0)).toBe(1);
  expect(told[0]).toContain('run-due');
  // One may be unknown, and never have left.
  expect(told[0]).toMatch(/^Not every payout is finished\. /);
});
