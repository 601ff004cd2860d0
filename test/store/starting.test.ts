import { expect, it } from 'vitest';
import { Connection } from '../../main/store/connection.ts';
import { migratedDatabase } from '../../main/store/folder/empty-database.ts';
import type { Store } from '../../main/core/ports/index.ts';
import { addProfile, importBatch, storeOver } from '../kit/store.ts';

/** The plans of all statements of some work; each payin, top-up and link is a batch of its own, so there may be a million batches. */
function plansOf(work: (store: Store) => void): string[] {
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
  const planned = [...statements].filter((sql) => /^\s*(?:SELECT|UPDATE|DELETE)/.test(sql));
  expect(planned.length).toBeGreaterThan(0);
  const plans = planned.flatMap((sql) =>
    database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`).all(),
  );
  store.close();
  return plans.map(({ detail }) => detail);
}

const scans = (plans: readonly string[]): string[] =>
  plans.filter((step) => /^SCAN (?:batches|events|payments|lives|paymentCounts)\b/.test(step));

it('a start, and each piece of a sheet that is cleared, takes as long however many batches there are', () => {
  expect(scans(plansOf((store) => store.clearSheets(10, true)))).toEqual([]);
});

it('how the log stands is known without adding up what all batches have', () => {
  expect(scans(plansOf((store) => store.headOfLog()))).toEqual([]);
  const added = plansOf((store) => store.describeLog());
  expect(scans(added)).toEqual(['SCAN paymentCounts']);
});
