import { generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { z } from 'zod';
import { insertInto, openBareDatabase } from '../kit/bare-database.ts';
import { median } from '../kit/figure.ts';
import { work } from '../kit/in-child.ts';

/** What this machine can do at best of the things that Bursar is made of, each a second. */

const rounds = 3;
const commits = 1000;
const insertedRows = 100_000;
const signatures = 500;
const posts = 5000;
const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const row = columns.map((column) => `value ${column} of 14`);
const signLater = promisify(sign);

/** The median of some rounds; a round tells how many milliseconds it took. */
async function perSecond(count: number, round: () => Promise<number>): Promise<number> {
  const rates: number[] = [];
  for (let index = 0; index < rounds; index += 1) rates.push((count * 1000) / (await round()));
  return median(rates);
}

async function commitOneByOne(): Promise<number> {
  const database = openBareDatabase(columns);
  const insert = insertInto(database, columns);
  const startedAt = performance.now();
  for (let index = 0; index < commits; index += 1) insert.run(...row);
  const durationMs = performance.now() - startedAt;
  database.close();
  return durationMs;
}

async function insertTogether(): Promise<number> {
  const database = openBareDatabase(columns);
  const insert = insertInto(database, columns);
  const startedAt = performance.now();
  database.transaction(() => {
    for (let index = 0; index < insertedRows; index += 1) insert.run(...row);
  })();
  const durationMs = performance.now() - startedAt;
  database.close();
  return durationMs;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signed = Buffer.from(
  JSON.stringify({ merchantCode: 'BENCH', validitySecs: 600, timestamp: 1_800_000_000 }),
);

async function signOneByOne(): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < signatures; index += 1) sign('sha256', signed, privateKey);
  return performance.now() - startedAt;
}

async function signAtOnce(atOnce: number): Promise<number> {
  let left = signatures;
  const startedAt = performance.now();
  await together(atOnce, async () => {
    while (left > 0) {
      left -= 1;
      await signLater('sha256', signed, privateKey);
    }
  });
  return performance.now() - startedAt;
}

async function post(url: string, atOnce: number): Promise<number> {
  const pool = new Pool(url, { connections: atOnce, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  let left = posts;
  const startedAt = performance.now();
  await together(atOnce, async () => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ method: 'POST', path: `/payouts/bench-${left}`, headers, body });
      await answer.body.dump();
    }
  });
  const durationMs = performance.now() - startedAt;
  await pool.close();
  return durationMs;
}

async function together(atOnce: number, one: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, one));
}

await work(z.object({ url: z.string() }), async ({ url }) => ({
  commits: await perSecond(commits, () => commitOneByOne()),
  rows: await perSecond(insertedRows, () => insertTogether()),
  signatures: await perSecond(signatures, () => signOneByOne()),
  signaturesAtOnce: await perSecond(signatures, () => signAtOnce(4)),
  postsAlone: await perSecond(posts, () => post(url, 1)),
  postsAtOnce: await perSecond(posts, () => post(url, 10)),
}));
