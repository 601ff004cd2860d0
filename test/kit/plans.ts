import { expect } from 'vitest';
import type { Store } from '../../main/core/ports/index.ts';
import { Connection } from '../../main/store/connection.ts';
import { migratedDatabase } from '../../main/store/folder/empty-database.ts';
import { addProfile, importBatch, storeOver } from './store.ts';

/**
 * SQLite's query plan for every statement of some work on a store with one draft of two rows, in SQLite's words (`SCAN batches`). The plans do not
 * depend on the amount of data: the program never lets SQLite analyse the sizes of its tables.
 */
export function plansOf(work: (store: Store) => void): string[] {
  const database = migratedDatabase();
  const connection = new Connection(database);
  const store = storeOver(connection);
  addProfile(store);
  importBatch(store, 'a', 2);
  const statements = new Set<string>();
  const run = connection.run.bind(connection);
  const get = connection.get.bind(connection);
  const all = connection.all.bind(connection);
  connection.run = (sql, ...values) => run(noted(sql), ...values);
  connection.get = (sql, ...values) => get(noted(sql), ...values);
  connection.all = (sql, ...values) => all(noted(sql), ...values);
  const noted = (sql: string): string => {
    statements.add(sql);
    return sql;
  };
  work(store);
  const planned = [...statements].filter((sql) => /^\s*(?:SELECT|UPDATE|DELETE|WITH)/.test(sql));
  expect(planned.length).toBeGreaterThan(0);
  const plans = planned.flatMap((sql) =>
    database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`).all(),
  );
  store.close();
  return plans.map(({ detail }) => detail);
}
