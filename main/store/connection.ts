import type Sqlite from 'better-sqlite3';
import { integerOrNullIn, type Row } from './read-row.ts';
import { storeErrorOf } from './store-error.ts';

export type Value = string | number | Uint8Array | null;

/** Waits briefly for a lock of another program; no other program should hold one inside the data folder. */
export const busyTimeoutMs = 200;

/** Set on every connection that writes; `synchronous` because a committed intent must survive a power cut (invariant I1). */
const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON',
  'checkpoint_fullfsync = ON',
  'foreign_keys = ON',
  'recursive_triggers = ON',
  'trusted_schema = OFF',
  `busy_timeout = ${busyTimeoutMs}`,
  'journal_size_limit = 67108864',
  'cache_size = -65536',
] as const;

/**
 * One connection with its prepared statements, each prepared when first used and kept. Failures of SQLite
 * are thrown as StoreError. Conditions of the statements are written `= +?`, and limits `LIMIT +?`: a bare parameter beside a partial
 * index, or as a limit, makes SQLite plan the statement again for every value, which costs ten times what the statement does.
 */
export class Connection {
  readonly database: Sqlite.Database;
  /** Called with the head of the chain of events after each commit that appended to it or saved an export of the books. */
  whenAppended: ((head: { readonly sequence: number; readonly hash: string }) => void) | null = null;
  /** Called before each transaction that writes, and each statement outside of one; what it throws prevents that. */
  beforeWriting: (() => void) | null = null;
  readonly #statements = new Map<string, Sqlite.Statement<Value[], Row>>();
  /** By their beginning. */
  readonly #insertions = new Map<string, { readonly columns: readonly string[]; readonly sql: string }>();

  constructor(database: Sqlite.Database) {
    this.database = database;
    database.exec(pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n'));
  }

  /** Runs a statement that writes; returns how many rows it changed. */
  run(sql: string, ...values: Value[]): number {
    return this.#write(sql, values).changes;
  }

  /** Inserts a row of these columns; returns its row ID, if the table has any, or 0 if it was not added. */
  insert(
    table: string,
    values: Readonly<Record<string, Value>>,
    or: '' | 'OR IGNORE' | 'OR REPLACE' = '',
  ): number {
    const sql = this.#insertion(table, Object.keys(values), or);
    const { changes, lastInsertRowid } = this.#write(sql, Object.values(values));
    return changes === 0 ? 0 : Number(lastInsertRowid);
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    try {
      return this.#prepare(sql).get(...values);
    } catch (error) {
      throw storeErrorOf(error, 'Reading the database');
    }
  }

  /** The whole number in the only column of the first row; null if there is no row, or nothing in it. */
  integerOrNull(sql: string, ...values: Value[]): number | null {
    const row = this.get(sql, ...values) ?? {};
    const [column] = Object.keys(row);
    return column === undefined ? null : integerOrNullIn(row, column);
  }

  /** The same; 0 if there is none. */
  integer(sql: string, ...values: Value[]): number {
    return this.integerOrNull(sql, ...values) ?? 0;
  }

  all(sql: string, ...values: Value[]): Row[] {
    try {
      return this.#prepare(sql).all(...values);
    } catch (error) {
      throw storeErrorOf(error, 'Reading the database');
    }
  }

  /** All of the work is committed and synced when this returns, or none of it if it throws. */
  transaction<Outcome>(work: () => Outcome): Outcome {
    this.run('BEGIN IMMEDIATE');
    try {
      const outcome = work();
      this.run('COMMIT');
      return outcome;
    } catch (error) {
      if (this.database.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  #write(sql: string, values: readonly Value[]): Sqlite.RunResult {
    try {
      if (!this.database.inTransaction) this.beforeWriting?.();
      return this.#prepare(sql).run(...values);
    } catch (error) {
      throw storeErrorOf(error, 'Writing to the database');
    }
  }

  /** Its text, kept from the last row with these columns: an import inserts 100,000 of them, and composing it again for each takes a tenth of the time. */
  #insertion(table: string, columns: readonly string[], or: string): string {
    const key = `${or} INTO ${table}`;
    const last = this.#insertions.get(key);
    if (last?.columns.length === columns.length && columns.every((name, at) => name === last.columns[at]))
      return last.sql;
    const sql = `INSERT ${key} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    this.#insertions.set(key, { columns, sql });
    return sql;
  }

  #prepare(sql: string): Sqlite.Statement<Value[], Row> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare<Value[], Row>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
