import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Result } from '../../contract/result.ts';
import { describePayee as describeAsProgram } from '../../main/core/payees/known.ts';
import type { Store } from '../../main/core/ports/index.ts';
import { Connection } from '../../main/store/connection.ts';
import { migrate } from '../../main/store/folder/migrate.ts';
import { openStore, restoreBackup as restoreInto } from '../../main/store/index.ts';
import { latestVersion } from '../../main/store/migrations/index.ts';
import { createStore } from '../../main/store/sqlite-store.ts';

export * from './samples.ts';
export { keptFolder, temporaryFolder } from './temporary-folder.ts';

/** A store on a database without the guards of a data folder, whose statements a test can watch or whose size it can limit. */
export function storeOver(connection: Connection): Store {
  const opening = { directory: null, lastUseAt: 0, foundOlder: null, marks: null };
  return createStore(connection, { ...opening, whenClosed: () => undefined });
}

/** Stores that a test has not closed yet. */
const stores = new Set<Store>();

export const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

export function value<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export function errorCode(result: Result<unknown>): string | null {
  return result.ok ? null : result.error.code;
}

/** A store in this folder that is closed after the test, unless the test closes it through `close`. */
export function openIn(directory: string): Store {
  const store = openUntilClosed(directory);
  stores.add(store);
  onTestFinished(() => {
    if (stores.has(store)) close(store);
  });
  return store;
}

/** A store in this folder that stays open until it is closed through `close`. */
export function openUntilClosed(directory: string): Store {
  return value(openStore({ directory, clock }));
}

export function close(store: Store): void {
  stores.delete(store);
  store.close();
}

/** Restores a backup, with payees described as the core describes them. */
export function restoreBackup(
  options: Omit<Parameters<typeof restoreInto>[0], 'describePayee'>,
  describePayee = describeAsProgram,
): ReturnType<typeof restoreInto> {
  return restoreInto({ ...options, describePayee });
}

/** A second connection to the same database, like that of an attacker or a repair tool; the store is closed first. */
export function raw(directory: string): Sqlite.Database {
  return new Sqlite(join(directory, 'bursar.sqlite'));
}

/**
 * Edits a closed database like somebody with another SQLite program: drops the triggers, makes the edit, and restores the
 * triggers, so that only the edit itself can be noticed.
 */
export function editUnseen(directory: string, sql: string): void {
  const database = raw(directory);
  editWithoutTriggers(database, sql);
  database.close();
}

/** The same on a connection. */
export function editWithoutTriggers(database: Sqlite.Database, sql: string): void {
  const triggers = database
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  database.pragma('foreign_keys = OFF');
  database.pragma('ignore_check_constraints = ON');
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.exec(sql);
  for (const trigger of triggers) database.exec(trigger.sql);
  database.pragma('ignore_check_constraints = OFF');
  database.pragma('foreign_keys = ON');
}

/** Creates a data folder with a database of the previous version that appears so large that updating it takes a while. */
export function makeLargeOlderFolder(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'bursar.sqlite');
  const connection = new Connection(new Sqlite(file));
  migrate(connection, latestVersion - 1);
  connection.close();
  // Bytes behind its last page are unused, and take no space on the disk.
  truncateSync(file, 65 * 1024 * 1024);
}
