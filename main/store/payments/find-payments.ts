import { isPaidStill } from '../../../contract/text/payment-meaning.ts';
import { readActor } from '../audit/read-actor.ts';
import { readCause } from '../audit/read-cause.ts';
import { importingBatches } from '../batches/batch-states.ts';
import {
  doubtfulPayouts,
  doubtfulRepeatsOf,
  findRevivedRepeat,
  hasOtherStatus,
  isEndedChangedSince,
} from './revivals.ts';
import { profileNumberOf, profileNumberOfKey } from '../profiles/profile-number.ts';
import type { FamilyMember, PaymentStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { batchNumberOf, paymentIdsOf } from './payment-id.ts';
import {
  contentColumns,
  findPaymentOf,
  isDoubtful,
  paymentColumns,
  paymentOf,
  paymentTables,
  readContent,
  readFee,
  readPayment,
} from './read-payment.ts';
import {
  bytesIn,
  decimalIn,
  integerIn,
  integerOrNullIn,
  stateIn,
  textIn,
  textOrNullIn,
  type Row,
} from '../read-row.ts';

/** Rows of an unfinished import are invisible; there is hardly ever one, so SQLite reads a nearly empty index. */
const isVisible = `batchNumber NOT IN (${importingBatches})`;

/** Every payout of a profile for the same row: up to the first of them, and down from there. */
const family = `WITH RECURSIVE
  up (idPayment, retryOf) AS (
    SELECT idPayment, retryOf FROM payments INDEXED BY orderIds
      WHERE idPayment = +? AND kind = 'payout' AND payments.profileNumber = +?
    UNION SELECT earlier.idPayment, earlier.retryOf FROM up
      CROSS JOIN payments AS earlier INDEXED BY orderIds
        ON earlier.idPayment = up.retryOf AND earlier.kind = 'payout' AND earlier.profileNumber = +?),
  family (idPayment) AS (
    SELECT idPayment FROM up
    UNION SELECT later.idPayment FROM family
      CROSS JOIN payments AS later INDEXED BY retries
        ON later.retryOf = family.idPayment AND later.retryOf IS NOT NULL AND later.profileNumber = +?)
  SELECT payments.paymentId, family.idPayment, batchId, payments.retryOf, coalesce(lives.state, 'draft') AS state,
    gatewayStatus, problemCode FROM family
    CROSS JOIN payments INDEXED BY orderIds
      ON payments.idPayment = family.idPayment AND payments.kind = 'payout' AND payments.profileNumber = +?
    JOIN batches USING (batchNumber) LEFT JOIN lives USING (paymentId)
  WHERE batches.state <> 'importing' ORDER BY payments.paymentId`;

/**
 * The batch, and its state, of the payout of a profile with an order ID, and whether that came with a file. A batch is `cancelled` if it
 * was discarded before its release, and never sent.
 */
export const holderOfOrderId = `SELECT batches.batchId AS batchId, batches.state AS state, hasOwnId
  FROM payments INDEXED BY orderIds CROSS JOIN batches ON batches.batchNumber = payments.batchNumber
  WHERE idPayment = +? AND payments.kind = 'payout' AND payments.profileNumber = +?`;

/** The rows of a batch between these payment IDs, in order. */
const isAfterRow =
  'payments.paymentId > +? AND payments.paymentId <= +? ORDER BY payments.paymentId LIMIT +?';

/** Finds and lists payments, their events and attempts. */
export function findPaymentMethods(context: Context) {
  const { connection, batchCache } = context;
  function rowsAfter(batchId: string, rowNumber: number): [number, number] {
    const [first, last] = paymentIdsOf(batchCache.numberOf(batchId));
    return [first + rowNumber, last];
  }
  return {
    problemPayments(batchId, limit) {
      const rows = connection.all(
        `SELECT ${paymentColumns} FROM lives INDEXED BY livesWithAProblem CROSS JOIN payments USING (paymentId)
         WHERE lives.paymentId BETWEEN +? AND +? AND problemCode IS NOT NULL ORDER BY lives.paymentId LIMIT +?`,
        ...paymentIdsOf(batchCache.numberOf(batchId)),
        limit,
      );
      return rows.map((row) => readPayment(context, row));
    },

    rowsOfBatch(batchId, afterRowNumber, limit) {
      const rows = connection.all(
        `SELECT ${paymentColumns} FROM ${paymentTables} WHERE ${isAfterRow}`,
        ...rowsAfter(batchId, afterRowNumber),
        limit,
      );
      return rows.map((row) => readPayment(context, row));
    },

    contentOfBatch(batchId, afterRowNumber, limit) {
      const rows = connection.all(
        `SELECT batchNumber, ${contentColumns} FROM payments WHERE ${isAfterRow}`,
        ...rowsAfter(batchId, afterRowNumber),
        limit,
      );
      return rows.map((row) => readContent(batchCache.ofBatch(integerIn(row, 'batchNumber')), row));
    },

    /** The newest, if several profiles have used the same order ID and none is named. */
    findPayment(idPayment, profileName) {
      const paymentId = connection.integerOrNull(
        `SELECT max(paymentId) AS paymentId FROM payments WHERE idPayment = +? AND kind = 'payout' AND ${isVisible}
         ${profileName === undefined ? '' : 'AND profileNumber IN (SELECT profileNumber FROM profiles WHERE name = +?)'}`,
        idPayment,
        ...(profileName === undefined ? [] : [profileName]),
      );
      return paymentId === null ? null : paymentOf(context, paymentId);
    },

    /** The index has at most one payment of each kind. */
    paymentsNamed(keyId, idPayment) {
      return connection
        .all(
          `SELECT paymentId FROM payments INDEXED BY orderIds WHERE idPayment = +? AND ${isVisible}
             AND profileNumber = ${profileNumberOfKey} ORDER BY paymentId`,
          idPayment,
          keyId,
        )
        .map((row) => paymentOf(context, integerIn(row, 'paymentId')));
    },

    usedOrderIds(keyId, idPayments) {
      const profileNumber = profileNumberOf(connection, keyId);
      if (profileNumber === null) return [];
      return idPayments.filter((idPayment) => {
        const holder = connection.get(holderOfOrderId, idPayment, profileNumber);
        return holder !== undefined && holder['state'] !== 'cancelled';
      });
    },

    discardedOrderIds(keyId, idPayments) {
      const profileNumber = profileNumberOf(connection, keyId);
      if (profileNumber === null) return [];
      return idPayments.flatMap((idPayment) => {
        const holder = connection.get(holderOfOrderId, idPayment, profileNumber);
        return holder?.['state'] === 'cancelled' ? [{ idPayment, batchId: textIn(holder, 'batchId') }] : [];
      });
    },

    orderIdsOfChunk(batchId, tokenChunk) {
      const rows = connection.all(
        `SELECT idPayment FROM payments INDEXED BY listedOrderIds
         WHERE batchNumber = +? AND tokenChunk = +? AND tokenChunk > 0 ORDER BY paymentId`,
        batchCache.numberOf(batchId),
        tokenChunk,
      );
      return rows.map((row) => textIn(row, 'idPayment'));
    },

    eventsOf(paymentId) {
      const rows = connection.all(
        `SELECT sequence, at, fromState, toState, cause, detail, actor FROM events
         WHERE entity = 'payment' AND entityId = +? ORDER BY sequence`,
        paymentId,
      );
      return rows.map((row) => ({
        sequence: integerIn(row, 'sequence'),
        at: integerIn(row, 'at'),
        from: row['fromState'] === null ? null : stateIn(row, 'fromState'),
        to: row['toState'] === null ? null : stateIn(row, 'toState'),
        reason: readCause(textIn(row, 'cause'), textOrNullIn(row, 'detail')),
        actor: readActor(row),
        detail: textOrNullIn(row, 'detail'),
      }));
    },

    attemptsOf(paymentId) {
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
    },

    paymentsOf(paymentIds) {
      const payments = paymentIds.map((paymentId) => findPaymentOf(context, paymentId));
      return payments.filter((payment) => payment !== null);
    },

    readablePaymentsOf(paymentIds) {
      const payments = context.leftOut.readable(paymentIds, (paymentId) => findPaymentOf(context, paymentId));
      return payments.filter((payment) => payment !== null);
    },

    doubtfulAmong(paymentIds) {
      const rows = connection.all(
        `SELECT lives.paymentId, gatewayStatus FROM json_each(?) AS wanted CROSS JOIN lives ON lives.paymentId = wanted.value
         WHERE ${isDoubtful}`,
        JSON.stringify(paymentIds),
      );
      return rows.map((row) => ({
        paymentId: integerIn(row, 'paymentId'),
        gatewayStatus: textOrNullIn(row, 'gatewayStatus'),
      }));
    },

    retriedAmong: (paymentIds) => retriedAmong(context, paymentIds),

    moneyOf(paymentIds) {
      const rows = connection.all(
        `SELECT payments.paymentId, amount, currencyCode, coalesce(state, 'draft') AS state, feeAmount, feeCurrencyCode
         FROM json_each(?) AS wanted CROSS JOIN payments ON payments.paymentId = wanted.value
           LEFT JOIN lives ON lives.paymentId = payments.paymentId`,
        JSON.stringify(paymentIds),
      );
      return rows.map((row) => ({
        environment: batchCache.ofBatch(batchNumberOf(integerIn(row, 'paymentId'))).environment,
        amount: decimalIn(row, 'amount'),
        currencyCode: textIn(row, 'currencyCode'),
        state: stateIn(row, 'state'),
        fee: readFee(row),
      }));
    },

    findRevivedRepeat: (payment) => findRevivedRepeat(context, payment),
    isEndedChangedSince: (payment) => isEndedChangedSince(context, payment),
    hasOtherStatus: (payment, endedId) => hasOtherStatus(context, payment, endedId),

    doubtfulRepeatsOf: (payment, query) => doubtfulRepeatsOf(context, payment, query),

    doubtfulPayouts: (keyId, query) => doubtfulPayouts(context, keyId, query),

    familyOf: (keyId, idPayment) => familyOf(context, keyId, idPayment),
  } satisfies Partial<PaymentStore>;
}

/** See PaymentStore. */
export function retriedAmong({ connection }: Context, paymentIds: readonly number[]): number[] {
  const rows = connection.all(
    `SELECT payments.paymentId FROM json_each(?) AS wanted
     CROSS JOIN payments ON payments.paymentId = wanted.value
     WHERE EXISTS (SELECT 1 FROM payments AS later INDEXED BY retries WHERE later.retryOf = payments.idPayment
       AND later.profileNumber = payments.profileNumber AND later.retryOf IS NOT NULL)`,
    JSON.stringify(paymentIds),
  );
  return rows.map((row) => integerIn(row, 'paymentId'));
}

/** See PaymentStore. */
export function familyOf({ connection }: Context, keyId: string, idPayment: string): FamilyMember[] {
  const profileNumber = profileNumberOf(connection, keyId);
  if (profileNumber === null) return [];
  return connection
    .all(family, idPayment, profileNumber, profileNumber, profileNumber, profileNumber)
    .map((row) => ({
      paymentId: integerIn(row, 'paymentId'),
      idPayment: textIn(row, 'idPayment'),
      batchId: textIn(row, 'batchId'),
      retryOf: textOrNullIn(row, 'retryOf'),
      state: stateIn(row, 'state'),
      isPaid: isPaidIn(row),
    }));
}

function isPaidIn(row: Row): boolean {
  const code = textOrNullIn(row, 'problemCode');
  const problem = code === null ? null : { code };
  return (
    stateIn(row, 'state') === 'paid' &&
    isPaidStill({ gatewayStatus: textOrNullIn(row, 'gatewayStatus'), problem })
  );
}
