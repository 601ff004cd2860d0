import type { PaymentQuery, StoredAttempt, StoredEvent, StoredPayment } from '../core/ports.ts';
import type { PaymentState } from '../../contract/payment.ts';
import type { Value } from './connection.ts';
import type { Context } from './facts.ts';
import { paymentIdsOf } from './payment-id.ts';
import { isInMotion, paymentColumns, paymentOf, paymentTables, readPayment } from './payments.ts';
import { bytesIn, integerIn, integerOrNullIn, stateIn, textIn, textOrNullIn } from './read-row.ts';
import { containsText } from './search.ts';

/** Rows of an import that is not finished are invisible; there is hardly ever one, so the list is a glance at an index. */
const isVisible = `batchNumber NOT IN (
  SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing')`;

/** The states that the index `livesInMotion` holds. */
const inMotion: ReadonlySet<PaymentState> = new Set([
  'queued',
  'sending',
  'unknown',
  'failed',
  'rejected',
  'conflict',
]);

type Part = { readonly sql: string; readonly values: readonly Value[] };

/** Along which index to walk, by which column, and between which payments. */
type Walk = Part & {
  readonly tables: string;
  readonly key: string;
  readonly first: number;
  readonly last: number;
};

/**
 * See Store. The place at which to stop looking is found first, by walking `scanLimit` rows along the same index. There is one
 * bound at either end, since of two upper bounds SQLite would begin at the wrong one.
 */
export function listPayments(
  context: Context,
  query: PaymentQuery,
): { payments: StoredPayment[]; next: number | null } {
  const { state, search, limit, scanLimit } = query;
  const { tables, key, first, last, ...walk } = walkOf(context, query);
  const between = `${key} BETWEEN +? AND +?`;
  const end = context.connection.get(
    `SELECT paymentId FROM ${tables} WHERE ${walk.sql} AND ${between} ORDER BY ${key} DESC LIMIT 1 OFFSET ?`,
    ...walk.values,
    first,
    last,
    scanLimit - 1,
  );
  const lastLookedAt = end === undefined ? null : integerIn(end, 'paymentId');
  const filters: Part[] = [
    walk,
    { sql: between, values: [lastLookedAt ?? first, last] },
    { sql: isVisible, values: [] },
    ...(state === null ? [] : [{ sql: `coalesce(state, 'draft') = +?`, values: [state] }]),
    ...(search === null ? [] : [{ sql: containsText, values: [search.toLowerCase()] }]),
  ];
  const from = tables === 'lives' ? 'lives CROSS JOIN payments USING (paymentId)' : paymentTables;
  const payments = context.connection
    .all(
      `SELECT ${paymentColumns} FROM ${from} WHERE ${filters.map(({ sql }) => sql).join(' AND ')}
       ORDER BY ${key} DESC LIMIT ?`,
      ...filters.flatMap(({ values }) => values),
      limit,
    )
    .map((row) => readPayment(context, row));
  const lastSeen = payments.length === limit ? payments.at(-1)?.paymentId : undefined;
  return { payments, next: lastSeen ?? lastLookedAt };
}

/** The payments of one state that is indexed, or all; of a batch, or of all batches; older than the last one seen. */
function walkOf({ facts }: Context, { batchId, state, after }: PaymentQuery): Walk {
  const range =
    batchId === null ? ([0, Number.MAX_SAFE_INTEGER] as const) : paymentIdsOf(facts.numberOf(batchId));
  const bounds = { first: range[0], last: Math.min(range[1], after === null ? range[1] : after - 1) };
  if (state === null || !inMotion.has(state))
    return { tables: 'payments', key: 'payments.paymentId', sql: 'TRUE', values: [], ...bounds };
  return {
    tables: 'lives',
    key: 'lives.paymentId',
    sql: `${isInMotion} AND state = +?`,
    values: [state],
    ...bounds,
  };
}

export function problemPayments(context: Context, batchId: string, limit: number): StoredPayment[] {
  const rows = context.connection.all(
    `SELECT ${paymentColumns} FROM lives INDEXED BY livesWithAProblem CROSS JOIN payments USING (paymentId)
     WHERE lives.paymentId BETWEEN +? AND +? AND problemCode IS NOT NULL ORDER BY lives.paymentId LIMIT ?`,
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
     WHERE payments.paymentId > +? AND payments.paymentId <= +? ORDER BY payments.paymentId LIMIT ?`,
    first + afterRowNumber,
    last,
    limit,
  );
  return rows.map((row) => readPayment(context, row));
}

/** The newest, where several profiles have used the same order ID. */
export function findPayment(context: Context, idPayment: string): StoredPayment | null {
  const row = context.connection.get(
    `SELECT max(paymentId) AS paymentId FROM payments WHERE idPayment = +? AND ${isVisible}`,
    idPayment,
  );
  const paymentId = row === undefined ? null : integerOrNullIn(row, 'paymentId');
  return paymentId === null ? null : paymentOf(context, paymentId);
}

export function usedOrderIds(
  { connection }: Context,
  keyId: string,
  idPayments: readonly string[],
): string[] {
  const profile = connection.get('SELECT profileNumber FROM profiles WHERE keyId = +?', keyId);
  if (profile === undefined) return [];
  const profileNumber = integerIn(profile, 'profileNumber');
  const used = 'SELECT 1 FROM payments INDEXED BY orderIds WHERE idPayment = +? AND profileNumber = +?';
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
