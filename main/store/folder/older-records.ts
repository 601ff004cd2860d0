import type { OlderRecords } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { choiceIn, integerIn } from '../read-row.ts';

/** See FolderStore. */
export function olderRecords({ connection }: Context): OlderRecords | null {
  const row = connection.get('SELECT noticedAt, cause, payments FROM olderRecords WHERE one = 1');
  if (row === undefined) return null;
  return {
    at: integerIn(row, 'noticedAt'),
    cause: choiceIn(row, 'cause', ['behind', 'restored']),
    payments: integerIn(row, 'payments'),
  };
}

/** Keeps the notice, in the place of an earlier one; belongs into the transaction that forgets the outcomes. */
export function noteOlder({ connection }: Context, { at, cause, payments }: OlderRecords): void {
  connection.run('INSERT OR REPLACE INTO olderRecords VALUES (1, ?, ?, ?)', at, cause, payments);
}
