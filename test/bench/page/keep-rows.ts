import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import Sqlite from 'better-sqlite3';
import { parse } from 'csv-parse';
import { Pool } from 'undici';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { watch } from '../kit/watch.ts';

/**
 * The least memory: a program that has a database open, listens and can ask a gateway, and then reads the
 * rows of a file as they come, keeps them as texts and does nothing with them.
 */

await work(z.object({ file: z.string() }), async ({ file }) => {
  const database = new Sqlite(':memory:');
  const server = createServer().listen(0, '127.0.0.1');
  const pool = new Pool('http://127.0.0.1:9');
  const restRss = process.memoryUsage().rss;
  const { value: rows, watched } = await watch(async () => {
    const kept: unknown[] = [];
    for await (const row of createReadStream(file).pipe(parse({ columns: true }))) kept.push(row);
    return kept;
  });
  if (rows.length === 0) throw new Error('no row was read');
  await pool.close();
  server.close();
  database.close();
  // Not the most that the system knows of the process: that begins with what its parent had.
  return { restRss, peakRss: watched.peakRss, longestCollectionMs: watched.longestCollectionMs };
});
