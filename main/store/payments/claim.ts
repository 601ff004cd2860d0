import type { Encode, Intent, StoredPayment } from '../../core/ports/index.ts';
import { bytesHash, hexOf } from './event-hash.ts';
import type { Context } from '../context.ts';
import { inLedger, type Ledger } from './ledger.ts';
import { queuedPayments } from '../batches/change-rows.ts';
import { isPaused } from '../batches/pause.ts';
import { batchNumberOf } from './payment-id.ts';
import { paymentColumns, paymentRow, paymentTables, readPayment } from './read-payment.ts';
import { bytesIn, integerIn, type Row } from '../read-row.ts';
import { sortedOut } from './single-row-batches.ts';

type Claim = {
  readonly context: Context;
  readonly ledger: Ledger;
  readonly at: number;
  readonly encode: Encode;
};

/** See Store; invariants I1 and I2. */
export function claimQueued(
  context: Context,
  batchIds: readonly string[],
  limit: number,
  at: number,
  encode: Encode,
): Intent[] {
  return inLedger(context.connection, at, (ledger) =>
    oldestQueued(context, batchIds, limit).map((paymentId) =>
      intend({ context, ledger, at, encode }, paymentRow(context, paymentId)),
    ),
  );
}

/** See Store. The same bytes under the same order ID, however often they are sent (invariant I2). */
export function claimUnknown(context: Context, paymentId: number, at: number, encode: Encode): Intent | null {
  return inLedger(context.connection, at, (ledger) => {
    const row = context.connection.get(
      `SELECT ${paymentColumns} FROM ${paymentTables} WHERE payments.paymentId = +? AND state = 'unknown'`,
      paymentId,
    );
    if (row === undefined || isPaused(context, context.facts.ofBatch(integerIn(row, 'batchNumber')).batchId))
      return null;
    return intend({ context, ledger, at, encode }, row);
  });
}

function oldestQueued(context: Context, batchIds: readonly string[], limit: number): number[] {
  const { each, singles } = sortedOut(context, batchIds);
  const found = queuedSingles(context, singles, limit);
  for (const batchId of each)
    if (!isPaused(context, batchId))
      found.push(...queuedPayments(context, context.facts.numberOf(batchId), limit));
  return found.toSorted((left, right) => left - right).slice(0, limit);
}

/** A payin or top-up is never paused. */
function queuedSingles({ connection }: Context, singles: ReadonlySet<number>, limit: number): number[] {
  if (singles.size === 0) return [];
  const rows = connection.all(
    `SELECT paymentId FROM lives INDEXED BY firstLivesQueued
     WHERE state = 'queued' AND paymentId % 2097152 = 1 ORDER BY paymentId`,
  );
  const found = rows.map((row) => integerIn(row, 'paymentId'));
  return found.filter((paymentId) => singles.has(batchNumberOf(paymentId))).slice(0, limit);
}

function intend({ context, ledger, at, encode }: Claim, row: Row): Intent {
  const { connection } = context;
  const payment = readPayment(context, row);
  const { paymentId, state: from } = payment;
  const { body, bodyHash } = bodyOf(context, payment, encode);
  const attemptNumber = wasClaimed(payment) ? nextAttempt(context, paymentId) : 1;
  const firstSentAt = payment.firstSentAt ?? at;
  connection.run(
    'INSERT INTO attempts (paymentId, number, bodyHash, startedAt) VALUES (?, ?, ?, ?)',
    paymentId,
    attemptNumber,
    bodyHash,
    at,
  );
  connection.run(
    `UPDATE lives SET state = 'sending', firstSentAt = ?, dueAt = NULL, polls = 0, updatedAt = ? WHERE paymentId = +?`,
    firstSentAt,
    at,
    paymentId,
  );
  const reason = { cause: `attempt ${attemptNumber}`, detail: hexOf(bodyHash) };
  ledger.paymentChanged(paymentId, from, 'sending', reason);
  const sending = {
    ...payment,
    state: 'sending',
    firstSentAt,
    dueAt: null,
    polls: 0,
    updatedAt: at,
  } as const;
  return { payment: sending, attemptNumber, body };
}

/** Whether there may be a body and attempts already. The database itself refuses a second body. */
function wasClaimed({ firstSentAt }: StoredPayment): boolean {
  return firstSentAt !== null;
}

/** The body that the order ID is bound to; made now when there is none yet (invariant I2). */
function bodyOf(
  { connection }: Context,
  payment: StoredPayment,
  encode: Encode,
): { body: Uint8Array; bodyHash: Uint8Array } {
  const known = wasClaimed(payment)
    ? connection.get('SELECT body, bodyHash FROM bodies WHERE paymentId = +?', payment.paymentId)
    : undefined;
  if (known !== undefined) return { body: bytesIn(known, 'body'), bodyHash: bytesIn(known, 'bodyHash') };
  const body = encode(payment);
  const bodyHash = bytesHash(body);
  connection.run(
    'INSERT INTO bodies (paymentId, body, bodyHash) VALUES (?, ?, ?)',
    payment.paymentId,
    body,
    bodyHash,
  );
  return { body, bodyHash };
}

function nextAttempt({ connection }: Context, paymentId: number): number {
  const row = connection.get(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM attempts WHERE paymentId = +?',
    paymentId,
  );
  return row === undefined ? 1 : integerIn(row, 'number');
}
