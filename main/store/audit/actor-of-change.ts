import type { Connection } from '../connection.ts';
import { textOrNullIn } from '../read-row.ts';

/**
 * Who last brought a batch into this state, from its event: the resulting changes of its rows are recorded under the same actor, even
 * if another run of the program continues with it.
 */
export function actorOfChange(
  connection: Connection,
  batchNumber: number,
  to: 'releasing' | 'cancelled',
): string | null {
  const row = connection.get(
    `SELECT actor FROM events INDEXED BY eventsOfBatch
     WHERE entity = 'batch' AND entityId = +? AND toState = +? AND fromState IS NOT toState ORDER BY sequence DESC LIMIT 1`,
    batchNumber,
    to,
  );
  return row === undefined ? null : textOrNullIn(row, 'actor');
}
