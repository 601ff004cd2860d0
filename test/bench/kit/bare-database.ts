import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { benchFolder } from './bench-folder.ts';

/** A database with one plain table, no index and no check, as durable as Bursar's: WAL with synchronous=FULL. */
export function openBareDatabase(columns: readonly string[]): Sqlite.Database {
  const folder = benchFolder();
  const database = new Sqlite(path.join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`CREATE TABLE bare (${columns.map((column) => `${column} TEXT`).join(', ')})`);
  return database;
}

export function insertInto(
  database: Sqlite.Database,
  columns: readonly string[],
): Sqlite.Statement<string[]> {
  return database.prepare(`INSERT INTO bare VALUES (${columns.map(() => '?').join(', ')})`);
}
