import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/folder/migrate.ts';
import { useFullLife } from './full-life.ts';

const { problemsAfter } = useFullLife();
const first = `(SELECT paymentId FROM payments WHERE idPayment = 'paid-1')`;

/** Columns that are no facts, each with the reason why nothing follows from an event. */
const notFacts: Readonly<Record<string, string>> = {
  'batches.batchNumber': 'the number by which events name it',
  'batches.queuedUpToRow': 'progress of a release',
  'payments.isRepeated': 'a mark, derived from duplicateKey',
  'payments.foldedText': 'derived for the search',
  'lives.dueAt': 'schedule',
  'lives.polls': 'schedule',
  'lives.recheckProfile': 'schedule',
  'incoming.foldedText': 'derived for the search',
  'incoming.answeredAt': 'when it was last asked about',
};

/** The tables of what was recorded, and a row of each that has something in every column, or as much as there is. */
const recorded: Readonly<Record<string, string>> = {
  profiles: 'profileNumber = 1',
  batches: `batchId = 'held'`,
  payments: `idPayment = 'paid-1'`,
  lives: `paymentId = ${first}`,
  incoming: 'TRUE',
  bodies: `paymentId = ${first}`,
  attempts: `paymentId = ${first}`,
  paymentCounts: `batchNumber = 1 AND state = 'paid'`,
  events: 'sequence = 9',
  chain: 'one = 1',
};

describe('I6: every recorded column', () => {
  const database = new Connection(new Sqlite(':memory:'));
  migrate(database);
  const columns = Object.keys(recorded).flatMap((table) =>
    database
      .all(`SELECT name, type FROM pragma_table_info('${table}')`)
      .map((row) => ({ table, column: String(row['name']), type: String(row['type']) })),
  );
  database.close();
  const facts = columns.filter(({ table, column }) => notFacts[`${table}.${column}`] === undefined);

  it.each(facts)('follows from the events: $column of $table', ({ table, column, type }) => {
    const changed =
      { TEXT: `'changed'`, INTEGER: `coalesce(${column}, 0) + 7000`, BLOB: `x'0102'` }[type] ?? '';
    expect(problemsAfter(`UPDATE ${table} SET ${column} = ${changed} WHERE ${recorded[table]}`)).not.toBe('');
  });

  it('is a fact, or is listed here with a reason', () => {
    const names = new Set(columns.map(({ table, column }) => `${table}.${column}`));
    expect(Object.keys(notFacts).filter((name) => !names.has(name))).toEqual([]);
  });
});
