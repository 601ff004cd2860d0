import { hash } from 'node:crypto';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { bareBodies, openBarePool, severalAtOnce } from './bare-pool.ts';
import { benchFolder } from '../kit/bench-folder.ts';

/**
 * The least that a payout takes here (invariant I1): its intent is committed with the sealed body before it is posted, its answer
 * afterwards, each with an event in the chain of hashes. Everything that waits is one commit. Nothing is read, checked, compared,
 * limited or reported.
 */

const tables = `
  CREATE TABLE lives (paymentId INTEGER PRIMARY KEY, state TEXT NOT NULL, firstSentAt INTEGER, gatewayStatus TEXT, updatedAt INTEGER NOT NULL) STRICT;
  CREATE INDEX livesByState ON lives (state, paymentId);
  CREATE TABLE bodies (paymentId INTEGER PRIMARY KEY, body BLOB NOT NULL, bodyHash BLOB NOT NULL) STRICT;
  CREATE TABLE attempts (paymentId INTEGER NOT NULL, number INTEGER NOT NULL, bodyHash BLOB NOT NULL, startedAt INTEGER NOT NULL,
    finishedAt INTEGER, status INTEGER, answer TEXT, PRIMARY KEY (paymentId, number)) STRICT, WITHOUT ROWID;
  CREATE TABLE events (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, paymentId INTEGER NOT NULL, fromState TEXT NOT NULL,
    toState TEXT NOT NULL, detail TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
  CREATE INDEX eventsOfPayment ON events (paymentId);
`;

await work(
  z.object({ url: z.string(), rows: z.number(), atOnce: z.number() }),
  async ({ url, rows, atOnce }) => {
    const folder = benchFolder();
    const database = new Sqlite(path.join(folder, 'durable.sqlite'));
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec(tables);
    const queue = database.prepare("INSERT INTO lives (paymentId, state, updatedAt) VALUES (?, 'queued', 0)");
    database.transaction(() => {
      for (let paymentId = 0; paymentId < rows; paymentId += 1) queue.run(paymentId);
    })();
    const { intend, accept } = writesOf(database);
    const committed = createCommits(database);
    const pool = await openBarePool(url, atOnce);
    const bodies = bareBodies(rows);
    const durationMs = await severalAtOnce(rows, atOnce, async (index) => {
      const body = bodies[index] ?? new Uint8Array();
      await committed(() => intend(index, body));
      await pool.post(`bench-${index + 1}`, body);
      await committed(() => accept(index));
    });
    await pool.close();
    database.close();
    return { durationMs };
  },
);

/** Gathers what is to be written until the event loop has had its turn, and commits it together. */
function createCommits(database: Sqlite.Database): (write: () => void) => Promise<void> {
  let waiting: { write: () => void; done: () => void }[] = [];
  const writeAll = database.transaction((writes: typeof waiting) => {
    for (const { write } of writes) write();
  });
  const commit = (): void => {
    const writes = waiting;
    waiting = [];
    writeAll(writes);
    for (const { done } of writes) done();
  };
  return (write) =>
    new Promise((done) => {
      if (waiting.push({ write, done }) === 1) setImmediate(commit);
    });
}

function writesOf(database: Sqlite.Database) {
  const seal = database.prepare('INSERT INTO bodies VALUES (?, ?, ?)');
  const begin = database.prepare(
    'INSERT INTO attempts (paymentId, number, bodyHash, startedAt) VALUES (?, 1, ?, ?)',
  );
  const end = database.prepare(
    'UPDATE attempts SET finishedAt = ?, status = 201 WHERE paymentId = ? AND number = 1',
  );
  const send = database.prepare(
    "UPDATE lives SET state = 'sending', firstSentAt = ?, updatedAt = ? WHERE paymentId = ? AND state = 'queued'",
  );
  const settle = database.prepare(
    "UPDATE lives SET state = 'accepted', gatewayStatus = 'PROCESSING', updatedAt = ? WHERE paymentId = ? AND state = 'sending'",
  );
  const note = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  let sequence = 0;
  let chained = '';
  const event = (at: number, paymentId: number, from: string, to: string, detail: string): void => {
    sequence += 1;
    const facts = JSON.stringify([chained, sequence, at, paymentId, from, to, detail]);
    const eventHash = hash('sha256', facts, 'buffer');
    chained = eventHash.toString('hex');
    note.run(sequence, at, paymentId, from, to, detail, eventHash);
  };
  return {
    intend: (paymentId: number, body: Uint8Array): void => {
      const at = Date.now();
      const bodyHash = hash('sha256', body, 'buffer');
      seal.run(paymentId, body, bodyHash);
      begin.run(paymentId, bodyHash, at);
      send.run(at, at, paymentId);
      event(at, paymentId, 'queued', 'sending', bodyHash.toString('hex'));
    },
    accept: (paymentId: number): void => {
      const at = Date.now();
      end.run(at, paymentId);
      settle.run(at, paymentId);
      event(at, paymentId, 'sending', 'accepted', '');
    },
  };
}
