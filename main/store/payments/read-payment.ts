import { PaymentKind, type PaymentState } from '../../../contract/payments/payment.ts';
import { recheckedStates } from '../../../contract/payments/life.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { RowContent, StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import {
  choiceIn,
  decimalIn,
  flagIn,
  integerIn,
  integerOrNullIn,
  named,
  stateIn,
  textIn,
  textOrNullIn,
  readRowSource,
  type Row,
} from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { readProblem } from './read-problem.ts';

/** The columns of `payments` that `readContent` reads, beside the number of the batch. */
export const contentColumns = `payments.paymentId, rowNumber, idPayment, amount, currencyCode, paymentMethodCode, accountName, accountNumber,
  paymentOperatorCode, emailAddress, reference, retryOf, source`;

/** The columns that `readPayment` reads. A payment without a row in `lives` is a draft. */
export const paymentColumns = `batchNumber, kind, ${contentColumns}, tokenChunk,
  coalesce(state, 'draft') AS state, gatewayStatus, feeAmount, feeCurrencyCode, problemCode, problemParameters, problemMessage,
  firstSentAt, gatewaySentAt, gatewayCreatedAt, processedAt, isTest, dueAt, coalesce(polls, 0) AS polls, updatedAt`;

/** The source of those columns. */
export const paymentTables = 'payments LEFT JOIN lives ON lives.paymentId = payments.paymentId';

/** The condition of the index `livesInMotion`, which SQLite uses only if a query repeats it. */
export const isInMotion = `state IN ('queued', 'sending', 'unknown', 'failed', 'rejected', 'conflict', 'outside')`;

/** The condition of the index `rechecks`, and of the other indexes of due payments. */
export const hasRecheckedState = `state IN ${listOf(recheckedStates)}`;
export const isPolledOften = `state NOT IN ${listOf(recheckedStates)}`;

/**
 * The condition of a payment that ended unpaid, and whose row may be paid yet, or may have been: the gateway reported it as failed, a person
 * ended it, or its row was retried outside this history.
 */
export const isDoubtful = `(lives.state = 'failed'
  OR lives.state = 'rejected' AND lives.problemCode IN ('notAccepted', 'payAgain', 'paidOutside')
  OR lives.state = 'cancelled' AND lives.problemCode = 'retriedElsewhere')`;

/** States as an SQL list, in this order: a condition must repeat that of its index. */
export function listOf(states: Iterable<PaymentState>): string {
  return `(${Array.from(states, (state) => `'${state}'`).join(', ')})`;
}

/** Reads a row of `contentColumns` of a batch of this profile. */
export function readContent({ keyId }: Pick<RowContent, 'keyId'>, row: Row): RowContent {
  return {
    keyId,
    paymentId: integerIn(row, 'paymentId'),
    rowNumber: integerIn(row, 'rowNumber'),
    idPayment: textIn(row, 'idPayment'),
    amount: decimalIn(row, 'amount'),
    currencyCode: textIn(row, 'currencyCode'),
    paymentMethodCode: textIn(row, 'paymentMethodCode'),
    accountName: textIn(row, 'accountName'),
    accountNumber: textIn(row, 'accountNumber'),
    paymentOperatorCode: textIn(row, 'paymentOperatorCode'),
    emailAddress: textIn(row, 'emailAddress'),
    reference: textIn(row, 'reference'),
    retryOf: textOrNullIn(row, 'retryOf'),
    source: readRowSource(row),
  };
}

/** Reads a row of `paymentColumns`. */
export function readPayment(context: Context, row: Row): StoredPayment {
  return named(
    () => `payment ${textIn(row, 'idPayment')}`,
    () => readNamed(context, row),
  );
}

function readNamed({ batchCache }: Context, row: Row): StoredPayment {
  const batch = batchCache.ofBatch(integerIn(row, 'batchNumber'));
  return {
    ...readContent(batch, row),
    kind: choiceIn(row, 'kind', PaymentKind.options),
    profileName: batch.profileName,
    environment: batch.environment,
    batchId: batch.batchId,
    callbackUrl: batch.callbackUrl,
    tokenChunk: integerIn(row, 'tokenChunk'),
    origin: batch.incoming?.origin ?? null,
    returnUrl: batch.incoming?.returnUrl ?? '',
    awaitedUntil: batch.incoming?.awaitedUntil ?? null,
    state: stateIn(row, 'state'),
    gatewayStatus: textOrNullIn(row, 'gatewayStatus'),
    fee: readFee(row),
    problem: readProblem(row),
    firstSentAt: integerOrNullIn(row, 'firstSentAt'),
    gatewaySentAt: integerOrNullIn(row, 'gatewaySentAt'),
    gatewayCreatedAt: textOrNullIn(row, 'gatewayCreatedAt'),
    processedAt: textOrNullIn(row, 'processedAt'),
    isTest: row['isTest'] === null ? null : flagIn(row, 'isTest'),
    dueAt: integerOrNullIn(row, 'dueAt'),
    polls: integerIn(row, 'polls'),
    createdAt: batch.createdAt,
    updatedAt: integerOrNullIn(row, 'updatedAt') ?? batch.createdAt,
  };
}

/** The payment with this ID, which must exist. */
export function paymentOf(context: Context, paymentId: number): StoredPayment {
  const payment = findPaymentOf(context, paymentId);
  if (payment === null) throw unreadable(`a reference to payment ${paymentId}, which does not exist`);
  return payment;
}

/** The payment with this ID; null if there is none. */
export function findPaymentOf(context: Context, paymentId: number): StoredPayment | null {
  const row = context.connection.get(
    `SELECT ${paymentColumns} FROM ${paymentTables} WHERE payments.paymentId = +?`,
    paymentId,
  );
  return row === undefined ? null : readPayment(context, row);
}

/** The fee in a row of `feeAmount` and `feeCurrencyCode`; null if none was reported. */
export function readFee(row: Row): ReportedMoney | null {
  if (row['feeAmount'] === null) return null;
  return { amount: decimalIn(row, 'feeAmount'), currencyCode: textIn(row, 'feeCurrencyCode') };
}
