import { deadStates, retriableStates } from '../../../contract/payments/life.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { isSameMoney } from '../../../contract/money/money.ts';
import type { RowSource } from '../../../contract/batches/source.ts';
import { codeKeyOf } from '../../../contract/same-code.ts';
import { moneyText } from '../../../contract/text/numbers.ts';
import type { ProblemCode } from '../../../contract/payments/problem.ts';
import { isPaidStill, reportedSince } from '../../../contract/text/payment-meaning.ts';
import { keyInForce, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { CoreContext } from '../context/context.ts';
import { isoTime, toProblemFields } from '../payments/convert.ts';
import { newId } from '../payments/identity.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import type { PaymentStatus, StoredBatch, StoredPayment } from '../ports/index.ts';

/** The outcome of the payments of a pain.001, as a pain.002. Rows that did not come in the message are left out. */
export async function exportStatusReport(
  context: CoreContext,
  batch: StoredBatch,
  pages: AsyncIterable<StoredPayment[]>,
): Promise<Result<{ bytes: Uint8Array; rows: number; leftOut: number }>> {
  const { files, clock, random, store } = context;
  const { batchId, source } = batch;
  if (source === null)
    return fail(
      'inputInvalid',
      `Batch ${batchId} did not come from a pain.001, so there is no message to answer. Rows that were set aside from one have its IDs in their sheet in the window, not in the saved file. Export this batch as CSV.`,
      { batchId },
    );
  const elsewhere = await releasedElsewhere(context, batch, source.messageId);
  const older = store.olderRecords() === null ? null : recordsOlder;
  const payments: PaymentStatus[] = [];
  let leftOut = 0;
  for await (const page of pages)
    for (const payment of page) {
      const status = statusOf(context, payment);
      const other = elsewhere.get(transactionOf(payment));
      if (status === null) leftOut += 1;
      else payments.push(pendingIfRejected(status, other === undefined ? older : releasedAgain(other)));
    }
  const report = { reportId: newId(random), at: isoTime(clock.now()), source, payments };
  const written = files.writeStatusReport(report);
  return written.ok ? succeed({ bytes: written.value, rows: payments.length, leftOut }) : written;
}

/** What identifies a payment of a message: its IDs alone may be repeated. */
function transactionOf({ source }: StoredPayment): string {
  const { paymentInformationId, instructionId, endToEndId, money, payee } = source ?? {};
  return JSON.stringify([paymentInformationId, instructionId, endToEndId, money, payee]);
}

/** The payments that other batches of the same message have paid or may pay, each with its order ID. The message was imported again. */
async function releasedElsewhere(
  context: CoreContext,
  { batchId, environment }: StoredBatch,
  messageId: string,
): Promise<ReadonlyMap<string, string>> {
  const { store, clock } = context;
  const found = new Map<string, string>();
  const others = store
    .keyIdsIn(environment)
    .flatMap((keyId) => store.batchesOfMessage(keyId, messageId))
    .filter((other) => other.batchId !== batchId && other.releasedAt !== null);
  for (const other of others)
    for await (const page of pagesOfBatch(store, clock, other.batchId))
      for (const payment of page) {
        const status = statusOf(context, payment);
        if (status !== null && status.status !== 'RJCT') found.set(transactionOf(payment), status.orderId);
      }
  return found;
}

type Reason = PaymentStatus['reason'];

/** A program that reads that a payment is rejected may send it again. */
function pendingIfRejected(status: PaymentStatus, reason: Reason): PaymentStatus {
  return status.status === 'RJCT' && reason !== null ? { ...status, status: 'PDNG', reason } : status;
}

function releasedAgain(other: string): Reason {
  return { code: 'releasedAgain', text: `The payment file was released again: see payout ${other}.` };
}

/** A draft may have been released, and a row retried or paid by another file, in records that were lost, and nobody has checked yet. */
const recordsOlder: Reason = {
  code: 'recordsOlder',
  text: 'These records are older than what was sent, so it may have been paid since. Check with the gateway, then dismiss that notice.',
};

function statusOf(context: CoreContext, payment: StoredPayment): PaymentStatus | null {
  if (payment.source === null) return null;
  const last = lastOf(context, payment);
  const { money = null, payee, ...ids } = payment.source;
  const known = { ...ids, orderId: last.idPayment, money };
  const { problemCode, problemMessage } = toProblemFields(last);
  const reason = problemMessage === null ? null : { code: problemCode ?? last.state, text: problemMessage };
  switch (last.state) {
    case 'paid':
      if (!isPaidStill(last)) return { ...known, status: 'PDNG', reason: noLongerPaid(last) };
      if (!isAsInstructed(payment.source, last)) return { ...known, status: 'ACWC', reason: paidOther(last) };
      return payee === undefined || keyInForce(payee) === payeeKeyOf(last)
        ? { ...known, status: 'ACSC', reason: null }
        : { ...known, status: 'ACWC', reason: paidToOther(last) };
    case 'failed':
    case 'rejected':
      return { ...known, status: mayBePaidByOthers(last) ? 'PDNG' : 'RJCT', reason };
    case 'cancelled':
      if (mayBePaidByOthers(last)) return { ...known, status: 'PDNG', reason };
      return {
        ...known,
        ...(last.firstSentAt === null
          ? { status: 'RJCT', reason: { code: 'cancelled', text: 'Cancelled before it was sent.' } }
          : {
              status: 'PDNG',
              reason: {
                code: 'cancelled',
                text: 'Cancelled before Bursar repeated its request. The gateway may hold it.',
              },
            }),
      };
    case 'draft':
    case 'awaited':
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'accepted':
    case 'conflict':
    case 'outside':
      return { ...known, status: 'PDNG', reason };
  }
}

/** By value, in whatever spelling the gateway lists the currency. For an equivalent, a person has entered another amount. */
function isAsInstructed({ money, payee }: RowSource, { amount, currencyCode }: StoredPayment): boolean {
  // Rows of earlier versions have neither.
  if (money === undefined) return payee === undefined;
  return isSameMoney(
    { ...money, currencyCode: codeKeyOf(money.currencyCode) },
    { amount, currencyCode: codeKeyOf(currencyCode) },
  );
}

/** The instruction was changed in Bursar: what was paid neither settles it as instructed nor lets it be paid again. */
function paidOther(payment: StoredPayment): Reason {
  return {
    code: 'amountChanged',
    text: `Paid with an amount that was changed in Bursar: ${moneyText(payment)}.`,
  };
}

function paidToOther({ accountNumber, emailAddress, accountName }: StoredPayment): Reason {
  return {
    code: 'payeeChanged',
    text: `Paid to a payee that was changed in Bursar: ${accountNumber || emailAddress || accountName}.`,
  };
}

function noLongerPaid(payment: StoredPayment): Reason {
  const text = `The gateway confirmed that it was paid, and has since reported ${reportedSince(payment)}.`;
  return { code: payment.gatewayStatus ?? payment.state, text };
}

/**
 * The payout that says what became of a row: a failed payout no longer does once another one retries it. Of them all the paid one counts,
 * else the one in progress, else one whose row others may have paid, else the last.
 */
function lastOf({ store }: CoreContext, payment: StoredPayment): StoredPayment {
  if (!retriableStates.has(payment.state)) return payment;
  const family = store
    .familyOf(payment.keyId, payment.idPayment)
    .filter(
      ({ state, retryOf, paymentId }) =>
        retryOf !== null && state !== 'draft' && paymentId !== payment.paymentId,
    );
  const all = [payment, ...store.paymentsOf(family.map(({ paymentId }) => paymentId))];
  return (
    all.find(({ state }) => state === 'paid') ??
    all.findLast(({ state }) => !deadStates.has(state)) ??
    all.findLast(mayBePaidByOthers) ??
    all.findLast(({ state }) => state !== 'cancelled') ??
    payment
  );
}

const paidByOthersPerhaps: ReadonlySet<ProblemCode | undefined> = new Set([
  'payAgain',
  'retriedElsewhere',
  'mayBePaidAlready',
]);

/** Whether another payment, of this history or not, may have paid its row, so that it must not be paid by other means yet. */
function mayBePaidByOthers({ problem }: StoredPayment): boolean {
  return paidByOthersPerhaps.has(problem?.code);
}
