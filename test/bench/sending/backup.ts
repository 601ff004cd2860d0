import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { runChild } from '../kit/children.ts';
import { inWords, megabytes, milliseconds, type Figure } from '../kit/figure.ts';

const Backed = z.object({
  bytes: z.number(),
  tookMs: z.number(),
  sentMeanwhile: z.number(),
  longestGapBeforeMs: z.number(),
  longestGapMeanwhileMs: z.number(),
});

const databaseMegabytes = 2000;
const aimMs = 100;

/** What a backup of a large database costs the payouts that are sent meanwhile. */
export async function backupWhileSending(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  try {
    const wanted = { directory, megabytes: databaseMegabytes, quietMs: 10_000, payouts: 3000 };
    const found = await runChild('sending/backup-life.ts', wanted, Backed);
    const delay = found.longestGapMeanwhileMs - found.longestGapBeforeMs;
    return [
      {
        name: `Backup of a database of ${megabytes(found.bytes)} while payouts are sent: longest time between two`,
        measured: `${milliseconds(found.longestGapMeanwhileMs)}; ${inWords(found.sentMeanwhile)} sent in the ${milliseconds(found.tookMs)} of the backup`,
        limit: `${milliseconds(found.longestGapBeforeMs)} in the ten seconds before`,
        ratio: `${inWords(delay)} ms more`,
        aim: { words: `at most ${aimMs} ms more`, isMet: delay <= aimMs },
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
