import { expect, it, onTestFinished, vi } from 'vitest';
import type { DueReleases } from '../../../contract/batches/schedule.ts';
import { watchSchedules } from '../../../main/faces/cli/terminal/watch-schedules.ts';

const dayMs = 24 * 60 * 60_000;
const refusal = {
  batchId: 'b',
  fileName: 'payroll.csv',
  scheduledFor: '2026-03-02T08:00:00.000Z',
  error: 'rowsTampered',
  message: 'The schedule was changed.',
  isTriedAgain: false,
} as const;

/** What a run that watches the schedules asks for and tells, when the clock is set between two looks. */
async function watched(setBy: readonly number[]) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const lateAfterMs: number[] = [];
  const told: string[] = [];
  const refused: DueReleases['refused'] = [];
  const due: DueReleases = { released: [], late: [], refused: [refusal], next: null };
  const call = (_name: string, input: { lateAfterMs: number }) => {
    lateAfterMs.push(input.lateAfterMs);
    return Promise.resolve(due);
  };
  const progress = {
    stepMs: 1000,
    show: vi.fn(),
    remark: (line: string) => void told.push(line),
    clear: vi.fn(),
  };
  const watch = watchSchedules({ call } as never, { progress } as never, (found) =>
    refused.push(...found.refused),
  );
  for (const by of setBy) {
    vi.setSystemTime(Date.now() + by);
    await vi.advanceTimersByTimeAsync(5000);
  }
  await watch.stop();
  return { lateAfterMs, told, refused };
}

it('what was late when a run began stays late, and what comes due does not become late, where the clock is set meanwhile', async () => {
  const { lateAfterMs } = await watched([0, 2 * dayMs, -3 * dayMs]);
  expect(lateAfterMs).toHaveLength(3);
  for (const ms of lateAfterMs) expect(ms).toSatisfy((each: number) => each >= 0 && each < dayMs);
});

it('what comes due between the start of the program and the first look is not late', async () => {
  const startedBefore = performance.now();
  const { lateAfterMs } = await watched([0]);
  expect(lateAfterMs[0]).toBeGreaterThanOrEqual(Math.round(startedBefore));
});

it('a schedule that is refused at every look is reported, and listed, once', async () => {
  const { told, refused } = await watched([0, 0, 0]);
  expect(told).toEqual(['Batch b was not released. The schedule was changed. It waits for a person.']);
  expect(refused).toEqual([refusal]);
});
