import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import {
  addProfile,
  auditProblems,
  close,
  importBatch,
  openIn,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

const rows = 3000;

/** Lets a process claim and record until it has reported this many intents, then kills it; gives all that it reported. */
async function killedAfter(directory: string, reports: number): Promise<string[]> {
  const program = new URL('writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (lines.length === reports) child.kill('SIGKILL');
  });
  await ended;
  return lines;
}

describe('a process that is killed', () => {
  it.each([1, 37, 250, 1200])(
    'I1: after %i reported intents has every one of them on disk, in order',
    async (reports) => {
      const directory = temporaryFolder();
      const first = openIn(directory);
      addProfile(first);
      importBatch(first, 'b', rows);
      release(first, 'b');
      close(first);

      const reported = await killedAfter(directory, reports);
      expect(reported.length).toBeGreaterThanOrEqual(reports);
      const store = openIn(directory);
      const begun = store.rowsOfBatch('b', 0, rows).filter(({ state }) => state !== 'queued');
      // Commits come in order, so what is on disk is a beginning of the rows: all reported ones, and at most one commit more.
      expect(begun.map(({ rowNumber }) => rowNumber)).toEqual(begun.map((_, index) => index + 1));
      expect(begun.length).toBeGreaterThanOrEqual(reported.length);
      expect(begun.length).toBeLessThan(reported.length + 8 + 8);
      const stored = begun.map(
        ({ paymentId, idPayment }) =>
          `${idPayment} ${Buffer.from(store.attemptsOf(paymentId)[0]?.body ?? []).toString('base64')}`,
      );
      expect(stored.slice(0, reported.length)).toEqual(reported);
      const sending = store.countByState('b').sending ?? 0;
      expect(store.interruptSending(rows, 9000)).toBe(sending);
      expect(auditProblems(store)).toEqual([]);
    },
  );
});
