import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { createOutput } from '../../../main/faces/cli/terminal/output.ts';
import { showProgress } from '../../../main/faces/cli/terminal/show-progress.ts';

it('of evidence is a line at a terminal that the next one replaces, and is gone at the end', () => {
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
  const listeners = new Set<(event: AppEvent) => void>();
  const tell = (event: AppEvent): void => listeners.forEach((listener) => listener(event));
  const shown = showProgress(
    {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    { ...progress, stepMs: 0 },
    'evidence',
    (done) => (done === 0 ? null : `Read ${done}`),
  );
  for (const done of [0, 200, 400]) tell({ kind: 'progress', id: 'evidence', done, total: null });
  tell({ kind: 'progress', id: 'audit', done: 7, total: null });
  shown.stop();
  tell({ kind: 'progress', id: 'evidence', done: 600, total: null });
  expect(written).toEqual(['\r\u001B[KRead 200', '\r\u001B[KRead 400', '\r\u001B[K']);
});
