import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { openLived } from '../growth/lived-folder.ts';
import { work } from '../kit/in-child.ts';
import { makeRows, toCsv } from '../kit/rows.ts';

const requestsPerSecond = 10;
const megabyte = 1024 * 1024;
const filledAtOnce = 100;

/** Makes the database so large, begins a release at the gateway's rate, and backs the database up while it is sent. */
await work(
  z.object({ directory: z.string(), megabytes: z.number(), quietMs: z.number(), payouts: z.number() }),
  async ({ directory, megabytes, quietMs, payouts }) => {
    const departures: number[] = [];
    const lived = await openLived(directory, {
      requestsPerSecond,
      onDeparture: (request) => {
        if (request.startsWith('POST /payouts/')) departures.push(performance.now());
      },
    });
    await fill(path.join(directory, 'bursar.sqlite'), megabytes);
    const batchId = await lived.release(toCsv(makeRows(payouts, true)), 'backup.csv');
    const run = lived.call('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    await sleep(quietMs);
    const beganAt = performance.now();
    const { bytes } = await lived.call('data.backup', { path: path.join(directory, 'copy.sqlite') });
    const endedAt = performance.now();
    const sentMeanwhile = departures.filter((at) => at >= beganAt && at <= endedAt).length;
    await lived.call('batches.pause', { batchId });
    await run;
    await lived.close();
    return {
      bytes,
      tookMs: endedAt - beganAt,
      sentMeanwhile,
      longestGapBeforeMs: longestGap(departures, 0, beganAt),
      longestGapMeanwhileMs: longestGap(departures, beganAt, endedAt),
    };
  },
);

/** The longest time between two payouts of which the second left within this time. */
function longestGap(departures: readonly number[], from: number, until: number): number {
  return Math.max(
    ...departures.map((at, index) =>
      index > 0 && at >= from && at <= until ? at - (departures[index - 1] ?? at) : 0,
    ),
  );
}

/** Puts bytes into a table of its own, which no reader looks at. */
async function fill(file: string, megabytes: number): Promise<void> {
  const database = new Sqlite(file);
  database.exec('CREATE TABLE filler (bytes BLOB NOT NULL)');
  const insert = database.prepare('INSERT INTO filler (bytes) VALUES (zeroblob(?))');
  for (let done = 0; done < megabytes; done += filledAtOnce) {
    database.exec('BEGIN');
    for (let one = 0; one < filledAtOnce; one += 1) insert.run(megabyte);
    database.exec('COMMIT');
    database.pragma('wal_checkpoint(TRUNCATE)');
    await sleep(0);
  }
  database.close();
}
