import { chainHead, type ChainHead } from './chain-head.ts';
import type { AuditStore, StoredCheckpoint } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, stateIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';

/** Checkpoints of the log. */
export function checkpointMethods(context: Context) {
  const { connection } = context;
  return {
    headOfLog: () => headOf(context),

    describeLog() {
      // Most counts are zero: a payment leaves one in each state that it was in.
      const rows = connection.all(
        `SELECT state, sum(count) AS count FROM paymentCounts WHERE count > 0 AND state <> 'draft' GROUP BY state`,
      );
      return {
        ...headOf(context),
        counts: Object.fromEntries(rows.map((row) => [stateIn(row, 'state'), integerIn(row, 'count')])),
      };
    },

    lastCheckpoint() {
      const row = connection.get('SELECT * FROM checkpoints ORDER BY number DESC LIMIT 1');
      return row === undefined ? null : readCheckpoint(row);
    },

    listCheckpoints(after, limit) {
      return connection
        .all('SELECT * FROM checkpoints WHERE number > +? ORDER BY number LIMIT +?', after, limit)
        .map(readCheckpoint);
    },

    addCheckpoint(checkpoint) {
      const { number, content, publicKey, signature } = checkpoint;
      connection.insert('checkpoints', { number, content, publicKey, signature });
    },
  } satisfies Partial<AuditStore>;
}

function headOf({ connection }: Context): ChainHead {
  const head = chainHead(connection);
  if (head === null) throw unreadable('no head of the chain of events');
  return head;
}

function readCheckpoint(row: Row): StoredCheckpoint {
  return {
    number: integerIn(row, 'number'),
    content: textIn(row, 'content'),
    publicKey: textOrNullIn(row, 'publicKey'),
    signature: textOrNullIn(row, 'signature'),
  };
}
