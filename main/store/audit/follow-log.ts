import type { Connection } from '../connection.ts';
import { lastSequence } from './chain-head.ts';

/** A table whose only row has the last event that was followed. */
type ProgressTable = 'flowsProgress' | 'payeesProgress';

/** The last event that was followed; null if the database does not say it. */
export function followedUpTo(connection: Connection, table: ProgressTable): number | null {
  return connection.integerOrNull(`SELECT sequence FROM ${table} WHERE one = 1`);
}

/** Saves the last event that was followed. */
export function noteFollowed(connection: Connection, table: ProgressTable, sequence: number): void {
  connection.insert(table, { one: 1, sequence }, 'OR REPLACE');
}

/**
 * Derives what up to `limit` further events change, in one transaction: those after the first number, up to and including the second. Returns
 * how many were; `limit` where what was derived has to be derived again, which `reset` begins.
 */
export function followLog(
  connection: Connection,
  table: ProgressTable,
  limit: number,
  { reset, follow }: { readonly reset: () => void; readonly follow: (after: number, last: number) => void },
): number {
  const after = followedUpTo(connection, table);
  const head = lastSequence(connection);
  if (after === null || after > head) {
    // No Bursar leaves it without a position, or ahead of the log: events would be followed again and again, or never.
    reset();
    return limit;
  }
  const last = Math.min(after + limit, head);
  if (last <= after) return 0;
  connection.transaction(() => {
    follow(after, last);
    noteFollowed(connection, table, last);
  });
  return last - after;
}
