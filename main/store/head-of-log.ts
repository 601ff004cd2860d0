import type { Context } from './context.ts';
import { integerIn } from './read-row.ts';

/** The number of the last event; 0 where there is none. */
export function headOfLog({ connection }: Pick<Context, 'connection'>): number {
  const row = connection.get('SELECT sequence FROM chain WHERE one = 1');
  return row === undefined ? 0 : integerIn(row, 'sequence');
}
