import { problemColumns } from './read-problem.ts';
import { askedStates, deadStates, mayFollow } from '../../../contract/payments/life.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Finding, PaymentStore } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { overtakenBy, unqueue } from '../batches/change-rows.ts';
import { addRevival } from './revivals.ts';
import { keepReading } from '../receiving/incoming.ts';
import { familyOf } from './find-payments.ts';
import { gatewayStatusIn, paymentFacts } from '../audit/event-facts.ts';
import { inLedger, keptText, type Ledger } from '../audit/ledger.ts';
import { addPaymentNotice } from '../treasury/notices.ts';
import { paymentOf } from './read-payment.ts';

/**
 * States that a finding may never lead to: they begin with a release or an intent (invariant I1). An unknown payment may be queued again: by a
 * person, or because no request for it has left and the gateway does not know it.
 */
const notFound: ReadonlySet<PaymentState> = new Set(['draft', 'awaited', 'queued', 'sending']);

/** Changes of state from findings about payments. */
export function recordMethods(context: Context) {
  return {
    /** Each change is checked against the state that it starts from. */
    record(findings, at) {
      inLedger(context, at, (ledger) => {
        for (const finding of findings) recordOne(context, ledger, finding, at);
      });
    },
  } satisfies Partial<PaymentStore>;
}

function recordOne(context: Context, ledger: Ledger, finding: Finding, at: number): void {
  const { connection } = context;
  const { paymentId, from, to, cause, detail, attempt, reading, notice } = finding;
  const isQueuedAgain = from === 'unknown' && to === 'queued';
  if (from !== to && notFound.has(to) && !isQueuedAgain)
    throw new RangeError(`a finding cannot make a payment ${to}`);
  const before = from === to ? paymentFacts(connection, paymentId, from) : null;
  if (!writeFinding(connection, finding, at)) return;
  if (from !== to && !mayFollow(from, to)) throw new RangeError(`${to} cannot follow ${from}`);
  if (reading !== undefined) keepReading(connection, paymentId, reading);
  if (attempt !== undefined)
    connection.run(
      `UPDATE attempts SET finishedAt = ?, status = ?, answer = ?
       WHERE paymentId = +? AND number = +? AND finishedAt IS NULL`,
      at,
      attempt.status,
      attempt.answer === null ? null : keptText(attempt.answer),
      paymentId,
      attempt.number,
    );
  const facts = paymentFacts(connection, paymentId, from);
  if (before !== facts) ledger.paymentChanged(paymentId, from, to, { cause, detail }, facts);
  // What repeats one that had ended was released beside its old status.
  if (before !== null && deadStates.has(to) && gatewayStatusIn(before) !== gatewayStatusIn(facts))
    addRevival(context, paymentId);
  if (from !== to) mindFamily(context, ledger, finding, at);
  if (notice !== undefined) addPaymentNotice(context, notice, paymentId, at);
}

/**
 * I11: once a payment that had ended unpaid becomes active again, queued payments for its row are cancelled, and it is remembered, as a draft
 * or a released row may repeat it. If two payments of one row succeeded, a person gets the most urgent notice.
 */
function mindFamily(context: Context, ledger: Ledger, { paymentId, from, to }: Finding, at: number): void {
  const isRevived = deadStates.has(from) && !deadStates.has(to);
  if (!isRevived && to !== 'paid') return;
  const { kind, keyId, idPayment } = paymentOf(context, paymentId);
  // A payin or top-up may share the order ID of a payout, and has no family.
  if (kind !== 'payout') return;
  const others = familyOf(context, keyId, idPayment).filter((member) => member.paymentId !== paymentId);
  if (isRevived) {
    addRevival(context, paymentId);
    for (const other of others)
      if (other.state === 'queued')
        unqueue(context, ledger, other.paymentId, overtakenBy({ idPayment, state: to }), at);
  }
  if (to === 'paid' && others.some(({ state }) => state === 'paid'))
    addPaymentNotice(context, 'paidTwice', paymentId, at);
}

/** False if the payment is no longer in the state that the finding starts from. */
function writeFinding(connection: Connection, finding: Finding, at: number): boolean {
  const { paymentId, from, to, gatewayStatus, fee, reported, problem, dueAt, polls } = finding;
  const hasChanged = connection.run(
    `UPDATE lives SET state = ?, dueAt = ?, polls = ?, problemCode = ?, problemParameters = ?, problemMessage = NULL
       ${from === to ? '' : ', updatedAt = ?'}
       ${gatewayStatus === undefined ? '' : ', gatewayStatus = ?'}
       ${fee === undefined ? '' : ', feeAmount = ?, feeCurrencyCode = ?'}
       ${reported === undefined ? '' : ', gatewayCreatedAt = ?, processedAt = ?, isTest = ?'}
     WHERE paymentId = +? AND state = +?`,
    to,
    askedStates.has(to) ? dueAt : null,
    polls,
    ...problemColumns(problem),
    ...(from === to ? [] : [at]),
    ...(gatewayStatus === undefined ? [] : [gatewayStatus]),
    ...(fee === undefined ? [] : [fee?.amount ?? null, fee?.currencyCode ?? null]),
    ...(reported === undefined
      ? []
      : [
          reported.createdAt,
          reported.processedAt,
          reported.isTest === null ? null : Number(reported.isTest),
        ]),
    paymentId,
    from,
  );
  return hasChanged === 1;
}
