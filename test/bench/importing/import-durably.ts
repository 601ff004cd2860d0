import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { benchFolder } from '../kit/bench-folder.ts';

/**
 * The least that an import takes here: the file is read, its order IDs follow from a hash of it (so that the same file again makes the same
 * draft), and each row is committed in the 21 columns of a payout with the unique index over order IDs, a thousand rows at a time.
 * `hasKeys` adds what finds a payee who is paid twice and what the audit log seals: five hashes a row and the table of the keys. No cell is
 * checked, nothing is normalized, counted, reported or read back.
 */

const rowsPerCommit = 1000;

const tables = `
  CREATE TABLE payments (paymentId INTEGER PRIMARY KEY, batchNumber INTEGER NOT NULL, rowNumber INTEGER NOT NULL, profileNumber INTEGER NOT NULL,
    kind TEXT NOT NULL, idPayment TEXT NOT NULL, amount TEXT NOT NULL, currencyCode TEXT NOT NULL, paymentMethodCode TEXT NOT NULL,
    accountName TEXT NOT NULL, accountNumber TEXT NOT NULL, paymentOperatorCode TEXT NOT NULL, emailAddress TEXT NOT NULL,
    reference TEXT NOT NULL, tokenChunk INTEGER NOT NULL, duplicateKey TEXT NOT NULL, duplicateNumber INTEGER NOT NULL,
    isRepeated INTEGER NOT NULL, hasOwnId INTEGER NOT NULL, retryOf TEXT, source TEXT) STRICT;
  CREATE UNIQUE INDEX orderIds ON payments (idPayment, kind, profileNumber);
  CREATE TABLE keys (paymentId INTEGER PRIMARY KEY, profileNumber INTEGER NOT NULL, payee TEXT NOT NULL, payeeHash INTEGER NOT NULL,
    moneyHash INTEGER NOT NULL, nameHash INTEGER NOT NULL, referenceHash INTEGER NOT NULL, isReleased INTEGER NOT NULL) STRICT;
`;

const Input = z.object({ rows: z.number(), file: z.string(), hasKeys: z.boolean() });

await work(Input, async ({ rows, file, hasKeys }) => {
  const bytes = readFileSync(file);
  const database = openDatabase();
  const insert = database.prepare(
    `INSERT INTO payments VALUES (?, 1, ?, 1, 'payout', ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', 0, 0, 0, NULL, NULL)`,
  );
  const insertKeys = database.prepare('INSERT INTO keys VALUES (?, 1, ?, ?, ?, ?, ?, 0)');
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const records = parse(bytes).slice(1);
  const batchId = hash('sha256', bytes, 'hex').slice(0, 16);
  const seals: string[] = [];
  const add = (record: readonly string[], rowNumber: number): void => {
    const [amount, currency, method, name, account, operator, email, reference] = record;
    const idPayment = `${batchId}-${rowNumber}`;
    insert.run(
      rowNumber,
      rowNumber,
      idPayment,
      amount,
      currency,
      method,
      name,
      account,
      operator,
      email,
      reference,
    );
    if (!hasKeys) return;
    const payee = `${account} ${name}`;
    const money = `${amount} ${currency}`;
    insertKeys.run(rowNumber, payee, numberOf(payee), numberOf(money), numberOf(name), numberOf(reference));
    seals.push(hash('sha256', JSON.stringify([idPayment, ...record]), 'base64url'));
  };
  const addSome = database.transaction((start: number) => {
    for (const [index, record] of records.slice(start, start + rowsPerCommit).entries())
      add(record, start + index + 1);
  });
  for (let start = 0; start < records.length; start += rowsPerCommit) addSome(start);
  hash('sha256', seals.join(''), 'base64url');
  const durationMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  database.close();
  if (records.length !== rows) throw new Error(`${records.length} rows were read`);
  return { durationMs, processorMs: (user + system) / 1000 };
});

/** The first 48 bits of a hash. */
function numberOf(text = ''): number {
  const bytes = hash('sha256', text, 'binary');
  let bits = 0;
  for (let place = 0; place < 6; place += 1) bits = bits * 256 + bytes.charCodeAt(place);
  return bits;
}

/** As durable as Bursar's, with as large a cache. */
function openDatabase(): Sqlite.Database {
  const folder = benchFolder();
  const database = new Sqlite(path.join(folder, 'durable.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('cache_size = -65536');
  database.exec(tables);
  return database;
}
