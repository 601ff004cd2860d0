import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { openBursar } from '../kit/open-bursar.ts';

/** The whole import: reading, checks, hashes, duplicate keys, commits, and the answer checked against the contract. */

await work(z.object({ rows: z.number(), file: z.string() }), async ({ rows, file }) => {
  const bytes = readFileSync(file);
  const bursar = await openBursar(null);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { batch } = await bursar.call('batches.import', { fileName: 'bench.csv', bytes });
  const durationMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  if (batch.rows !== rows) throw new Error(`${batch.rows} rows were imported`);
  await bursar.end();
  return { durationMs, processorMs: (user + system) / 1000 };
});
