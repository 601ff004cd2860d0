import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createOutput } from '../../../main/faces/cli/terminal/output.ts';
import { showSteps } from '../../../main/faces/cli/terminal/show-steps.ts';

it('of a long operation is a line at a terminal that the next one replaces, and is gone at the end', () => {
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
