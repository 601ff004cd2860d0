import type { Connection } from '../connection.ts';
import { textOrNullIn } from '../read-row.ts';

/**
 * Who last brought a batch into this state, as its event says: what follows from that for its rows is recorded of the same actor, even
 * where another run of the program goes on with it.
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
