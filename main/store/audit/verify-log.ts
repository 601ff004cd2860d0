import Sqlite from 'better-sqlite3';
import type { AuditStep, AuditStore, LogClaim } from '../../core/ports/index.ts';
import { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { schemaProblems } from '../folder/check-schema.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import { integerIn } from '../read-row.ts';
import { verifyChain } from './audit-chain.ts';
import { settingFindings, verifyLatest, verifyRecords } from './audit-records.ts';
import { verifySignedFiles } from './audit-signed-files.ts';

const nothing = { events: 0, payments: 0, unsealedBatches: [], olderPayments: 0, unexplainedSettings: [] };

/** Verifies the log against the tables. */
export function verifyMethods(context: Context) {
  const { connection } = context;
  return {
    verifyLog: (claims) => verifyLog(context, claims),

    logSize() {
      const row = connection.get(
        'SELECT (SELECT sequence FROM chain) AS events, (SELECT coalesce(sum(min(max(rows, 0), ?)), 0) FROM batches) AS payments',
        idsPerBatch,
      );
      return row === undefined
        ? { events: 0, payments: 0 }
        : { events: integerIn(row, 'events'), payments: integerIn(row, 'payments') };
    },
  } satisfies Partial<AuditStore>;
}

/** See AuditStore. */
export function* verifyLog({ connection }: Context, claims: readonly LogClaim[]): Generator<AuditStep, void> {
  const snapshot = snapshotOf(connection);
  try {
    yield { ...nothing, problems: schemaProblems(snapshot.connection) };
    yield { ...nothing, ...settingFindings(snapshot.connection) };
    for (const problems of verifyLatest(snapshot.connection)) yield { ...nothing, problems };
    for (const problems of verifySignedFiles(snapshot.connection)) yield { ...nothing, problems };
    yield* verifyChain(snapshot.connection, claims);
    yield* verifyRecords(snapshot.connection);
  } finally {
    snapshot.end();
  }
}

/**
 * A second connection that sees the current state of the database until it ends, regardless of writes meanwhile. A database in memory
 * has no second connection; callers that verify one write nothing meanwhile.
 */
function snapshotOf(connection: Connection): { readonly connection: Connection; end(): void } {
  if (connection.database.memory) return { connection, end: () => undefined };
  const second = new Connection(
    new Sqlite(connection.database.name, { readonly: true, fileMustExist: true }),
  );
  second.run('BEGIN');
  return { connection: second, end: () => second.close() };
}
