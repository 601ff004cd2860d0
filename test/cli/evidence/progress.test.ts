import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { createOutput } from '../../../main/faces/cli/terminal/output.ts';
import { showingSteps, showSteps } from '../../../main/faces/cli/terminal/show-steps.ts';

const whole = ['Read 1 payout', 'Read 200 payouts', 'Read 4,000 payouts', 'Copied 2 MB of 2.0 GB'];

it.each([
  ['a wide terminal', 80, whole],
  ['one of unknown width', 0, whole],
  // A line that fills the last column wraps in some terminals.
  ['a narrow one', 16, ['Read 1 payout', 'Read 200 payou…', 'Read 4,000 pay…', 'Copied 2 MB of…']],
])(
  'of a long operation is one row at %s, replaced by the next and removed at the end',
  (_where, columns, lines) => {
    const written: string[] = [];
    const stderr = Object.assign(
      new Writable({
        write: (piece: Buffer, _encoding, done) => {
          written.push(piece.toString());
          done();
        },
      }),
      { isTTY: true, columns },
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
    expect(written).toEqual([...lines.map((line) => `${clear}${line}`), clear]);
  },
);

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

it('a remark beside the progress cannot rewrite the terminal with what a gateway answered', () => {
  let written = '';
  const stderr = new Writable({
    write: (piece, _encoding, done) => {
      written += String(piece);
      done();
    },
  });
  const { progress } = createOutput(false, { env: {}, stdout: stderr, stderr });
  progress.remark('Gateway response: \u001B[2J\u202Ename');
  expect(written).toBe('Gateway response: \uFFFD[2J\uFFFDname\n');
});
