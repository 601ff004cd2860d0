import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { insertInto, openBareDatabase } from '../kit/bare-database.ts';
import { work } from '../kit/in-child.ts';

/** What nobody can do without: csv-parse over the whole file, then one transaction of one prepared insert. */

await work(z.object({ rows: z.number(), file: z.string() }), async ({ rows, file }) => {
  const bytes = readFileSync(file);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const [header = [], ...records] = parse(bytes);
  const parsedMs = performance.now() - startedAt;
  const database = openBareDatabase(header);
  const insert = insertInto(database, header);
  const insertingAt = performance.now();
  database.transaction(() => {
    for (const record of records) insert.run(...record);
  })();
  const insertedMs = performance.now() - insertingAt;
  const { user, system } = process.cpuUsage(before);
  database.close();
  if (records.length !== rows) throw new Error(`${records.length} rows were read`);
  return { durationMs: parsedMs + insertedMs, processorMs: (user + system) / 1000 };
});
