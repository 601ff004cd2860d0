import type { Cause, OtherPayment } from '../../../contract/payments/cause.ts';
import { deadStates } from '../../../contract/payments/life.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { FamilyMember, StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import type { Ledger } from '../audit/ledger.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { familyOf } from '../payments/find-payments.ts';
import { problemColumns } from '../payments/read-problem.ts';
import { isInMotion, paymentOf } from '../payments/read-payment.ts';
import { integerIn, integerOrNullIn } from '../read-row.ts';

/** A change of state of many rows of one batch that were never sent. */
type RowChange = {
  readonly to: 'queued' | 'cancelled';
  readonly cause: Cause;
  readonly at: number;
};

/**
 * Changes up to `limit` draft rows of a batch, in order; returns how many. The batch stores its progress, and all
 * of its rows after that are drafts, so that no row is read twice.
 */
export function changeDraftRows(
  context: Context,
  ledger: Ledger,
  batchNumber: number,
  limit: number,
  { to, cause, at }: RowChange,
): number {
  const { connection } = context;
  const rows = connection.all(
    'SELECT paymentId, rowNumber, retryOf FROM payments WHERE paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT +?',
    paymentIdsOf(batchNumber)[0] +
      connection.integer('SELECT queuedUpToRow FROM batches WHERE batchNumber = +?', batchNumber) +
      1,
    paymentIdsOf(batchNumber)[1],
    limit,
  );
  for (const row of rows) {
    const paymentId = integerIn(row, 'paymentId');
    const [problemCode, problemParameters] = problemColumns(
      to === 'cancelled' && row['retryOf'] !== null ? coveredRow(context, paymentId) : null,
    );
    connection.insert('lives', { paymentId, state: to, updatedAt: at, problemCode, problemParameters });
    ledger.paymentChanged(paymentId, 'draft', to, { cause });
  }
  const last = rows.at(-1);
  if (last !== undefined)
    connection.run(
      'UPDATE batches SET queuedUpToRow = ? WHERE batchNumber = +?',
      integerIn(last, 'rowNumber'),
      batchNumber,
    );
  return rows.length;
}

/** Cancels up to `limit` queued rows of a batch, in order; returns how many left the queue. */
export function cancelQueuedRows(
  context: Context,
  ledger: Ledger,
  batchNumber: number,
  limit: number,
  { cause, at }: Pick<RowChange, 'cause' | 'at'>,
): number {
  const paymentIds = queuedPayments(context, batchNumber, limit);
  for (const paymentId of paymentIds) unqueue(context, ledger, paymentId, cause, at);
  return paymentIds.length;
}

/**
 * Takes one payment that must no longer be sent out of the queue. It is cancelled, unless a person had queued it again: the outcome
 * of the first request is unknown, so it stays unknown and the gateway is asked.
 */
export function unqueue(
  { connection }: Context,
  ledger: Ledger,
  paymentId: number,
  cause: Cause,
  at: number,
): void {
  const life = connection.get('SELECT firstSentAt FROM lives WHERE paymentId = +?', paymentId);
  const wasSent = life !== undefined && integerOrNullIn(life, 'firstSentAt') !== null;
  const to = wasSent ? 'unknown' : 'cancelled';
  connection.run(
    `UPDATE lives SET state = ?, dueAt = ?, updatedAt = ?,
       problemCode = coalesce(?, problemCode), problemParameters = coalesce(?, problemParameters)
     WHERE paymentId = +? AND state = 'queued'`,
    to,
    wasSent ? at : null,
    at,
    ...problemColumns(wasSent ? null : problemOf(cause)),
    paymentId,
  );
  ledger.paymentChanged(paymentId, 'queued', to, { cause });
}

/** What a payment that was never sent shows of why it left the queue; null if its state says it. */
function problemOf(cause: Cause): PaymentProblem | null {
  if (cause.code === 'mayBePaidAlready') return cause;
  return cause.code === 'overtaken' && cause.by !== null ? rowCovered(cause.by) : null;
}

/** That another payment covers the row of a retry that is discarded; null if none does. */
function coveredRow(context: Context, paymentId: number): PaymentProblem | null {
  const by = overtaker(context, paymentOf(context, paymentId));
  return by === null ? null : rowCovered(by);
}

function rowCovered({ idPayment, state }: OtherPayment): PaymentProblem {
  return { code: 'rowCovered', by: { idPayment, state } };
}

/** Another payment for the same row that may have moved money, or still will; null if there is none. */
export function overtaker(
  context: Context,
  { paymentId, kind, keyId, idPayment }: StoredPayment,
): FamilyMember | null {
  if (kind !== 'payout') return null;
  const family = familyOf(context, keyId, idPayment);
  return family.find((member) => member.paymentId !== paymentId && mayPayToo(member.state)) ?? null;
}

/** Whether another payment in this state may have moved money for the row, or still will. A draft or queued one is stopped instead. */
function mayPayToo(state: PaymentState): boolean {
  return !deadStates.has(state) && state !== 'draft' && state !== 'queued';
}

/** Why a payment is not sent: the other payment for its row. */
export function overtakenBy({ idPayment, state }: OtherPayment): Cause {
  return { code: 'overtaken', by: { idPayment, state } };
}

/** Up to `limit` queued payments of a batch, the oldest first. */
export function queuedPayments({ connection }: Context, batchNumber: number | null, limit: number): number[] {
  const rows = connection.all(
    `SELECT paymentId FROM lives INDEXED BY livesInMotion
     WHERE state = 'queued' AND ${isInMotion} AND paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT +?`,
    ...paymentIdsOf(batchNumber),
    limit,
  );
  return rows.map((row) => integerIn(row, 'paymentId'));
}

/** A batch that is being released becomes released once none of its rows waits to be queued. */
export function finishRelease(
  { connection }: Context,
  ledger: Ledger,
  batchNumber: number,
  cause: Cause,
): void {
  connection.run(`UPDATE batches SET state = 'released' WHERE batchNumber = +?`, batchNumber);
  ledger.batchChanged(batchNumber, 'releasing', 'released', { cause });
}
