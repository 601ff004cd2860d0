import { finalStates, type PaymentState } from '../../../contract/payment.ts';
import type { Finding } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { keepReading } from '../receiving/incoming.ts';
import { paymentFacts } from './facts.ts';
import { inLedger, keptText, type Ledger } from './ledger.ts';

const finals: ReadonlySet<PaymentState> = new Set(finalStates);

/**
 * What a finding may never lead to: these states are entered by a release or with an intent (invariant I1). A person may decide that a payment
 * that stays unknown is queued again.
 */
const notFound: ReadonlySet<PaymentState> = new Set(['draft', 'awaited', 'queued', 'sending']);

/** See Store. Each change is checked against the state that it starts from. */
export function record(
  { connection }: Context,
  findings: readonly Finding[],
  at: number,
): { stale: number[] } {
  return inLedger(connection, at, (ledger) => ({
    stale: findings
      .filter((finding) => !recordOne(connection, ledger, finding, at))
      .map((finding) => finding.paymentId),
  }));
}

function recordOne(connection: Context['connection'], ledger: Ledger, finding: Finding, at: number): boolean {
  const { paymentId, from, to, cause, detail, attempt, reading } = finding;
  const isDecided = from === 'unknown' && to === 'queued';
  if (from !== to && notFound.has(to) && !isDecided)
    throw new RangeError(`a finding cannot make a payment ${to}`);
  const before = from === to ? paymentFacts(connection, paymentId, from) : null;
  if (!writeFinding(connection, finding, at)) return false;
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
  if (before === null || before !== paymentFacts(connection, paymentId, from))
    ledger.paymentChanged(paymentId, from, to, { cause, detail });
  return true;
}

/** False when the payment is no longer in the state that the finding starts from. */
function writeFinding(connection: Context['connection'], finding: Finding, at: number): boolean {
  const { paymentId, from, to, gatewayStatus, fee, problem, dueAt, polls } = finding;
  const hasChanged = connection.run(
    `UPDATE lives SET state = ?, dueAt = ?, polls = ?, problemCode = ?, problemMessage = ?
       ${from === to ? '' : ', updatedAt = ?'}
       ${gatewayStatus === undefined ? '' : ', gatewayStatus = ?'}
       ${fee === undefined ? '' : ', feeAmount = ?, feeCurrencyCode = ?'}
     WHERE paymentId = +? AND state = +?`,
    to,
    finals.has(to) ? null : dueAt,
    polls,
    problem?.code ?? null,
    problem === null ? null : keptText(problem.message),
    ...(from === to ? [] : [at]),
    ...(gatewayStatus === undefined ? [] : [gatewayStatus]),
    ...(fee === undefined ? [] : [fee?.amount ?? null, fee?.currencyCode ?? null]),
    paymentId,
    from,
  );
  return hasChanged === 1;
}
