import type { Encode, Intent, PaymentStore, StoredPayment } from '../../core/ports/index.ts';
import { bytesHash, hexOf } from '../audit/event-hash.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { inLedger, type Ledger } from '../audit/ledger.ts';
import { overtakenBy, overtaker, queuedPayments, unqueue } from '../batches/change-rows.ts';
import { isPaused } from '../batches/pause.ts';
import { retriedAmong } from './find-payments.ts';
import { findRevivedRepeat } from './revivals.ts';
import { blockedPayeeOf, isPayeeBlocked } from '../payees/blocked-rows.ts';
import { batchNumberOf, idsPerBatch } from './payment-id.ts';
import { paymentColumns, paymentOf, paymentTables, readPayment } from './read-payment.ts';
import { bytesIn, integerIn, textOrNullIn } from '../read-row.ts';
import { addPaymentNotice } from '../treasury/notices.ts';
import { StoreError } from '../store-error.ts';
import { splitBatches } from './single-row-batches.ts';

type Claim = {
  readonly context: Context;
  readonly ledger: Ledger;
  readonly at: number;
  readonly gatewayAt: number | null;
  readonly encode: Encode;
};

/** Commits intents to send; `beforeSending` runs after the commit and before an intent is returned. */
export function claimMethods(context: Context, beforeSending: () => void) {
  const { connection } = context;
  return {
    claimQueued(batchIds, limit, at, encode, gatewayAt = null, mayClaim = () => true) {
      // Only this process writes, so payments queued now are still queued in the transaction.
      const queued = oldestQueued(context, batchIds, limit);
      if (queued.length === 0) return [];
      const refused = new Set<string>();
      const blocked = blockedPayeeOf(context);
      const retried = new Set(retriedAmong(context, queued));
      const intents = inLedger(context, at, (ledger) =>
        queued.flatMap((paymentId) => {
          const payment = paymentOf(context, paymentId);
          refuseOtherBatch(context, payment);
          const claim = { context, ledger, at, gatewayAt, encode };
          if (refused.has(payment.batchId)) return [];
          if (cancelOvertaken(claim, payment, retried) || cancelRepeat(claim, payment)) return [];
          if (cancelBlocked(claim, payment, blocked)) return [];
          if (mayClaim(payment)) return [intend(claim, payment)];
          refused.add(payment.batchId);
          return [];
        }),
      );
      beforeSending();
      return intents;
    },

    hasQueued: (batchIds) => oldestQueued(context, batchIds, 1).length > 0,

    claimUnknown(paymentId, at, encode, gatewayAt = null) {
      const intent = inLedger(context, at, (ledger) => {
        const row = connection.get(
          `SELECT ${paymentColumns} FROM ${paymentTables} WHERE payments.paymentId = +? AND state = 'unknown'`,
          paymentId,
        );
        if (row === undefined) return null;
        const payment = readPayment(context, row);
        refuseOtherBatch(context, payment);
        if (isPaused(context, payment.batchId)) return null;
        if (overtaker(context, payment) !== null || isPayeeBlocked(context, payment)) return null;
        if (findRevivedRepeat(context, payment) !== null) return null;
        return intend({ context, ledger, at, gatewayAt, encode }, payment);
      });
      beforeSending();
      return intent;
    },
  } satisfies Partial<PaymentStore>;
}

/** A row that something other than Bursar made one of another batch would be claimed by the rules of that one. */
function refuseOtherBatch({ batchCache }: Context, { paymentId, batchId, idPayment }: StoredPayment): void {
  const own = batchCache.ofBatch(batchNumberOf(paymentId)).batchId;
  if (batchId === own) return;
  throw new StoreError(
    'rowsTampered',
    `The database says that payout ${idPayment} is one of batch ${batchId}: the rows of batch ${own} are not those that were released, since something other than Bursar changed the database. The batch is paused and nothing more of it is sent. Find out who changed it before you do anything else.`,
    { batchId: own, idPayout: idPayment },
  );
}

/** I11: a payout is never sent if another payment covers its row; checked with the intent, in one transaction. `retried`: those that others retry. */
function cancelOvertaken(
  { context, ledger, at }: Claim,
  payment: StoredPayment,
  retried: ReadonlySet<number>,
): boolean {
  if (payment.retryOf === null && !wasClaimed(payment) && !retried.has(payment.paymentId)) return false;
  const live = overtaker(context, payment);
  if (live === null) return false;
  unqueue(context, ledger, payment.paymentId, overtakenBy(live), at);
  return true;
}

/** A payout is never sent if one that it repeats came back after a person had this one sent; they took the other for unpaid. */
function cancelRepeat({ context, ledger, at }: Claim, payment: StoredPayment): boolean {
  const by = findRevivedRepeat(context, payment);
  if (by === null) return false;
  unqueue(context, ledger, payment.paymentId, { code: 'mayBePaidAlready', by }, at);
  // One that was sent before is unknown again, and shown as such.
  if (!wasClaimed(payment)) addPaymentNotice(context, 'mayBePaidAlready', payment.paymentId, at);
  return true;
}

/** A payee that was blocked after the release is not paid; a payment that may already have left is polled as before. */
function cancelBlocked(
  { context, ledger, at }: Claim,
  payment: StoredPayment,
  blocked: ReturnType<typeof blockedPayeeOf>,
): boolean {
  const payeeId = payment.kind === 'payout' ? blocked(payment) : null;
  if (payeeId === null) return false;
  unqueue(context, ledger, payment.paymentId, { code: 'payeeIsBlocked', payeeId }, at);
  return true;
}

function oldestQueued(context: Context, batchIds: readonly string[], limit: number): number[] {
  const { each, singleRow } = splitBatches(context, batchIds);
  const found = queuedSingleRows(context, singleRow, limit);
  for (const batchId of each) {
    const batchNumber = context.batchCache.numberOf(batchId);
    if (batchNumber !== null && context.cancelling.has(batchNumber)) continue;
    const queued = queuedPayments(context, batchNumber, limit);
    // Most batches of a run have nothing queued any longer.
    if (queued.length > 0 && !isPaused(context, batchId)) found.push(...queued);
  }
  return found.toSorted((left, right) => left - right).slice(0, limit);
}

/** A payin or top-up is never paused. */
function queuedSingleRows({ connection }: Context, singleRow: ReadonlySet<number>, limit: number): number[] {
  if (singleRow.size === 0) return [];
  const rows = connection.all(
    `SELECT paymentId FROM lives INDEXED BY firstLivesQueued
     WHERE state = 'queued' AND paymentId % ${idsPerBatch} = 1 ORDER BY paymentId`,
  );
  const found = rows.map((row) => integerIn(row, 'paymentId'));
  return found.filter((paymentId) => singleRow.has(batchNumberOf(paymentId))).slice(0, limit);
}

function intend({ context, ledger, at, encode, ...claim }: Claim, payment: StoredPayment): Intent {
  const { connection } = context;
  const { paymentId, state: from } = payment;
  const isFirst = !wasClaimed(payment);
  const { body, bodyHash } = bodyOf(context, payment, encode);
  const attemptNumber = isFirst ? 1 : nextAttempt(context, paymentId);
  const firstSentAt = payment.firstSentAt ?? at;
  const gatewaySentAt = isFirst ? claim.gatewayAt : payment.gatewaySentAt;
  connection.insert('attempts', { paymentId, number: attemptNumber, bodyHash, startedAt: at });
  connection.run(
    `UPDATE lives SET state = 'sending', firstSentAt = ?, gatewaySentAt = ?, dueAt = NULL, polls = 0, updatedAt = ?
     WHERE paymentId = +?`,
    firstSentAt,
    gatewaySentAt,
    at,
    paymentId,
  );
  const reason = { cause: { code: 'sent', attempt: attemptNumber } as const, detail: hexOf(bodyHash) };
  ledger.paymentChanged(paymentId, from, 'sending', reason);
  const sending = {
    ...payment,
    state: 'sending',
    firstSentAt,
    gatewaySentAt,
    dueAt: null,
    polls: 0,
    updatedAt: at,
  } as const;
  return { payment: sending, attemptNumber, isFirst, body };
}

/** Whether a body and attempts may already exist. The database itself refuses a second body. */
function wasClaimed({ firstSentAt }: StoredPayment): boolean {
  return firstSentAt !== null;
}

/** The body that the order ID is bound to; encoded now if there is none yet (invariant I2). */
function bodyOf(
  { connection }: Context,
  payment: StoredPayment,
  encode: Encode,
): { body: Uint8Array; bodyHash: Uint8Array } {
  const known = wasClaimed(payment)
    ? connection.get('SELECT body, bodyHash FROM bodies WHERE paymentId = +?', payment.paymentId)
    : undefined;
  if (known !== undefined) {
    const body = bytesIn(known, 'body');
    const bodyHash = bytesIn(known, 'bodyHash');
    if (hexOf(bytesHash(body)) !== firstSentHash(connection, payment.paymentId)) throw changedBody(payment);
    return { body, bodyHash };
  }
  const body = encode(payment);
  const bodyHash = bytesHash(body);
  connection.insert('bodies', { paymentId: payment.paymentId, body, bodyHash });
  return { body, bodyHash };
}

/** The hash of the body with which a payment was first sent, from the audit log. */
function firstSentHash(connection: Connection, paymentId: number): string | null {
  const row = connection.get(
    `SELECT detail FROM events INDEXED BY eventsOfPayment
     WHERE entity = 'payment' AND entityId = +? AND toState = 'sending' ORDER BY sequence LIMIT 1`,
    paymentId,
  );
  return row === undefined ? null : textOrNullIn(row, 'detail');
}

function changedBody({ batchId, idPayment }: StoredPayment): StoreError {
  return new StoreError(
    'rowsTampered',
    `The request for payout ${idPayment} is not the one that was sent first: the rows of batch ${batchId} are not those that were released, since something other than Bursar changed the database. The batch is paused and nothing more of it is sent. Find out who changed it before you do anything else.`,
    { batchId, idPayout: idPayment },
  );
}

function nextAttempt({ connection }: Context, paymentId: number): number {
  return connection.integer(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM attempts WHERE paymentId = +?',
    paymentId,
  );
}
