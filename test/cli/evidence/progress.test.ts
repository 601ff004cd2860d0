import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { createOutput } from '../../../main/faces/cli/terminal/output.ts';
import { showingSteps, showSteps } from '../../../main/faces/cli/terminal/show-steps.ts';

it('of a long operation is one line at a terminal, replaced by the next and removed at the end', () => {
  const written: string[] = [];
  const stderr = Object.assign(
    new Writable({
      write: (piece: Buffer, _encoding, done) => {
        written.push(piece.toString());
        done();
      },
    }),
    { isTTY: true },
  );
  const { progress } = createOutput(true, { env: {}, stdout: stderr, stderr });
  const steps = showSteps({ ...progress, stepMs: 0 });
  steps.clear();
  for (const done of [1, 200, 4000]) steps.show('evidence', done, null);
  steps.show('codes:main', 7, null);
  steps.show('backup', 2_000_000, 2_000_000_000);
  steps.clear();
  steps.clear();
  const clear = '\r\u001B[K';
  expect(written).toEqual([
    ...['Read 1 payout', 'Read 200 payouts', 'Read 4,000 payouts', 'Copied 2 MB of 2.0 GB'].map(
      (line) => `${clear}${line}`,
    ),
    clear,
  ]);
});

it('of an operation that has just begun is not shown, however long the data folder has been open', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const shown: string[] = [];
  const progress = {
    stepMs: 10_000,
    show: (line: string) => void shown.push(line),
    remark: vi.fn(),
    clear: vi.fn(),
  };
  const listeners = new Set<(event: AppEvent) => void>();
  const subscribe = (listener: (event: AppEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = (done: number): void =>
    listeners.forEach((listener) => listener({ kind: 'progress', id: 'audit', done, total: 241 }));
  for (const done of [0, 200]) {
    vi.setSystemTime(Date.now() + 60_000);
    await showingSteps({ subscribe }, progress, async () => tell(done));
  }
  expect(shown).toEqual([]);
  await showingSteps({ subscribe }, progress, async () => {
    vi.setSystemTime(Date.now() + 10_000);
    tell(100);
  });
  expect(shown).toEqual(['Verified 100 of 241 records']);
  expect(listeners.size).toBe(0);
});
