import { sealedColumns } from '../../../contract/evidence/log-texts.ts';
import type { AuditStore, ChainedEvent } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { recordNumbersOf } from '../payees/records.ts';
import { bytesIn, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { contentOf } from './audit-chain.ts';
import { firstHash, hexOf } from './event-hash.ts';

/** An event with the hash of the one before it. */
const chained = `SELECT one.sequence, one.at, one.entity, one.entityId, one.fromState, one.toState, one.cause, one.detail, one.facts,
  one.actor, one.hash, earlier.hash AS previousHash FROM events AS one LEFT JOIN events AS earlier ON earlier.sequence = one.sequence - 1`;

/** What is recorded, exactly as it is kept. */
export function evidenceMethods({ connection, batchCache }: Context) {
  const eventsOf = (entity: 'payment' | 'batch' | 'payee', entityId: number): ChainedEvent[] =>
    connection
      .all(`${chained} WHERE one.entity = '${entity}' AND one.entityId = +? ORDER BY one.sequence`, entityId)
      .map(readEvent);
  return {
    paymentRecords: (paymentIds) =>
      paymentIds.map((paymentId) => {
        const row = connection.get(
          `SELECT ${sealedColumns.join(', ')} FROM payments WHERE paymentId = +?`,
          paymentId,
        );
        if (row === undefined) throw unreadable(`the record of payment ${paymentId}, which does not exist`);
        const body = connection.get('SELECT body FROM bodies WHERE paymentId = +?', paymentId);
        return {
          paymentId,
          row: sealedColumns.map((column) => valueIn(row, column)),
          body: body === undefined ? null : bytesIn(body, 'body'),
          events: eventsOf('payment', paymentId),
        };
      }),

    eventsOfBatch(batchId) {
      const batchNumber = batchCache.numberOf(batchId);
      return batchNumber === null ? [] : eventsOf('batch', batchNumber);
    },

    eventsOfPayee(payee) {
      return recordNumbersOf(connection, payee)
        .flatMap((recordNumber) => eventsOf('payee', recordNumber))
        .toSorted((left, right) => left.sequence - right.sequence);
    },
  } satisfies Partial<AuditStore>;
}

function readEvent(row: Row): ChainedEvent {
  return {
    ...contentOf(row),
    previousHash: row['previousHash'] === null ? firstHash : hexOf(bytesIn(row, 'previousHash')),
    hash: hexOf(bytesIn(row, 'hash')),
  };
}

function valueIn(row: Row, column: string): string | number | null {
  const value = row[column];
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw unreadable(`${typeof value} as ${column} where a text or a number is expected`);
}
