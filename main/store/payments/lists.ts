import type { StoredAttempt, StoredEvent, StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentIdsOf } from './payment-id.ts';
import { paymentColumns, paymentOf, paymentTables, readPayment } from './read-payment.ts';
import { bytesIn, integerIn, integerOrNullIn, stateIn, textIn, textOrNullIn } from '../read-row.ts';

/** Rows of an import that is not finished are invisible; there is hardly ever one, so the list is a glance at an index. */
const isVisible = `batchNumber NOT IN (
  SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing')`;

export function problemPayments(context: Context, batchId: string, limit: number): StoredPayment[] {
  const rows = context.connection.all(
    `SELECT ${paymentColumns} FROM lives INDEXED BY livesWithAProblem CROSS JOIN payments USING (paymentId)
     WHERE lives.paymentId BETWEEN +? AND +? AND problemCode IS NOT NULL ORDER BY lives.paymentId LIMIT +?`,
    ...paymentIdsOf(context.facts.numberOf(batchId)),
    limit,
  );
  return rows.map((row) => readPayment(context, row));
}

export function rowsOfBatch(
  context: Context,
  batchId: string,
  afterRowNumber: number,
  limit: number,
): StoredPayment[] {
  const [first, last] = paymentIdsOf(context.facts.numberOf(batchId));
  const rows = context.connection.all(
    `SELECT ${paymentColumns} FROM ${paymentTables}
     WHERE payments.paymentId > +? AND payments.paymentId <= +? ORDER BY payments.paymentId LIMIT +?`,
    first + afterRowNumber,
    last,
    limit,
  );
  return rows.map((row) => readPayment(context, row));
}

/** The newest, where several profiles have used the same order ID and none is named. */
export function findPayment(context: Context, idPayment: string, profileName?: string): StoredPayment | null {
  const row = context.connection.get(
    `SELECT max(paymentId) AS paymentId FROM payments WHERE idPayment = +? AND kind = 'payout' AND ${isVisible}
     ${profileName === undefined ? '' : 'AND profileNumber IN (SELECT profileNumber FROM profiles WHERE name = +?)'}`,
    idPayment,
    ...(profileName === undefined ? [] : [profileName]),
  );
  const paymentId = row === undefined ? null : integerOrNullIn(row, 'paymentId');
  return paymentId === null ? null : paymentOf(context, paymentId);
}

/** See Store. The index has at most one payment of each kind. */
export function paymentsNamed(context: Context, keyId: string, idPayment: string): StoredPayment[] {
  return context.connection
    .all(
      `SELECT paymentId FROM payments INDEXED BY orderIds WHERE idPayment = +? AND ${isVisible}
         AND profileNumber = (SELECT profileNumber FROM profiles WHERE keyId = +?) ORDER BY paymentId`,
      idPayment,
      keyId,
    )
    .map((row) => paymentOf(context, integerIn(row, 'paymentId')));
}

export function usedOrderIds(
  { connection }: Context,
  keyId: string,
  idPayments: readonly string[],
): string[] {
  const profile = connection.get('SELECT profileNumber FROM profiles WHERE keyId = +?', keyId);
  if (profile === undefined) return [];
  const profileNumber = integerIn(profile, 'profileNumber');
  const used = `SELECT 1 FROM payments INDEXED BY orderIds WHERE idPayment = +? AND kind = 'payout' AND profileNumber = +?`;
  return idPayments.filter((idPayment) => connection.get(used, idPayment, profileNumber) !== undefined);
}

export function orderIdsOfChunk(
  { connection, facts }: Context,
  batchId: string,
  tokenChunk: number,
): string[] {
  const rows = connection.all(
    `SELECT idPayment FROM payments INDEXED BY listedOrderIds
     WHERE batchNumber = +? AND tokenChunk = +? AND tokenChunk > 0 ORDER BY paymentId`,
    facts.numberOf(batchId),
    tokenChunk,
  );
  return rows.map((row) => textIn(row, 'idPayment'));
}

export function eventsOf({ connection }: Context, paymentId: number): StoredEvent[] {
  const rows = connection.all(
    `SELECT sequence, at, fromState, toState, cause, detail FROM events
     WHERE entity = 'payment' AND entityId = +? ORDER BY sequence`,
    paymentId,
  );
  return rows.map((row) => ({
    sequence: integerIn(row, 'sequence'),
    at: integerIn(row, 'at'),
    from: row['fromState'] === null ? null : stateIn(row, 'fromState'),
    to: row['toState'] === null ? null : stateIn(row, 'toState'),
    cause: textIn(row, 'cause'),
    detail: textOrNullIn(row, 'detail'),
  }));
}

export function attemptsOf({ connection }: Context, paymentId: number): StoredAttempt[] {
  const rows = connection.all(
    `SELECT number, startedAt, finishedAt, body, status, answer FROM attempts JOIN bodies USING (paymentId)
     WHERE paymentId = +? ORDER BY number`,
    paymentId,
  );
  return rows.map((row) => ({
    number: integerIn(row, 'number'),
    startedAt: integerIn(row, 'startedAt'),
    finishedAt: integerOrNullIn(row, 'finishedAt'),
    body: bytesIn(row, 'body'),
    status: integerOrNullIn(row, 'status'),
    answer: textOrNullIn(row, 'answer'),
  }));
}
