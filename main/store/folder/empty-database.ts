import { Buffer } from 'node:buffer';
import Sqlite from 'better-sqlite3';
import { Connection } from '../connection.ts';
import { migrate } from './migrate.ts';

/** An in-memory database with all tables and no history. SQLite creates it itself: a database made from bytes gives no image of uncommitted changes. */
export function migratedDatabase(): Sqlite.Database {
  const database = new Sqlite(':memory:');
  migrate(new Connection(database));
  return database;
}

let template: Uint8Array | null = null;

/** The bytes of a database with all tables, no history and its own identity. Created in memory, because committing each migration on disk takes many times as long. */
export function newDatabase(): Uint8Array {
  template ??= bytesOf(migratedDatabase());
  const database = new Sqlite(Buffer.from(template));
  database.exec('UPDATE databaseIdentity SET databaseId = lower(hex(randomblob(16)))');
  return bytesOf(database);
}

function bytesOf(database: Sqlite.Database): Uint8Array {
  try {
    return database.serialize();
  } finally {
    database.close();
  }
}
