import type { Connection } from '../connection.ts';
import { bytesIn, integerIn } from '../read-row.ts';
import { hexOf } from './event-hash.ts';

/** The last event of the chain: its number and its hash, hexadecimal. */
export type ChainHead = { readonly sequence: number; readonly hash: string };

/** The head of the chain of events; null if it was removed. */
export function chainHead(connection: Connection): ChainHead | null {
  const row = connection.get('SELECT sequence, hash FROM chain WHERE one = 1');
  if (row === undefined) return null;
  return { sequence: integerIn(row, 'sequence'), hash: hexOf(bytesIn(row, 'hash')) };
}

/** The number of the last event; 0 if there is none. */
export function lastSequence(connection: Connection): number {
  return connection.integer('SELECT sequence FROM chain WHERE one = 1');
}
