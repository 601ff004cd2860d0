import type { Connection } from '../connection.ts';
import { lastSequence } from './chain-head.ts';

/** A table whose only row has the last event that was followed. */
type ProgressTable = 'flowsProgress' | 'payeesProgress';

/**
 * The last event that was followed. Null if the database does not say it, or names an event after the last: no Bursar writes that, and events
 * would be followed again and again, or never, so that it has to begin again.
 */
export function followedUpTo(connection: Connection, table: ProgressTable): number | null {
  const sequence = connection.integerOrNull(`SELECT sequence FROM ${table} WHERE one = 1`);
  return sequence === null || sequence > lastSequence(connection) ? null : sequence;
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
  if (after === null) {
    reset();
    return limit;
  }
  const last = Math.min(after + limit, lastSequence(connection));
  if (last <= after) return 0;
  connection.transaction(() => {
    follow(after, last);
    noteFollowed(connection, table, last);
  });
  return last - after;
}
