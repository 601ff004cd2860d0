import { releasingBatches } from '../batches/batch-states.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import { mayBeRetried, stillTaken, stillThere } from '../../../contract/payments/problem-facts.ts';
import type { OlderRecords } from '../../../contract/treasury/attention.ts';
import { finishRelease } from '../batches/change-rows.ts';
import { noteRetries } from '../batches/release.ts';
import { holdSchedules } from '../batches/schedules.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../audit/ledger.ts';
import { hasRecheckedState, paymentTables } from '../payments/read-payment.ts';
import { problemColumns, readProblem } from '../payments/read-problem.ts';
import { choiceIn, integerIn, integerOrNullIn, stateIn, textIn, type Row } from '../read-row.ts';

/** When and why the outcome of payments became unknown; `missesRetries`: retries may have been released that are not recorded. */
type Forgetting = Omit<OlderRecords, 'payments'>;

/** The event causes and problems of these payments. */
const reasons = { restored: { code: 'restored' }, behind: { code: 'olderRecords' } } as const;

/**
 * Turns every unfinished payment of a released batch into `unknown`, due at once, and batches that were being released into
 * released ones; returns how many payments. Rows of a batch that was being released may have been queued and sent since, like
 * those that were already queued; all of these count as first sent at the release. Payments that others create were never sent, so
 * they keep their state and the gateway is asked at once, as about failed payments. If retries may be missing, one may have been
 * sent for any of these rows, so no payout is sent again until a person says so (I11), whatever happens to the records until then;
 * payins and top-ups are never retried. Stores a notice.
 */
export function forgetOutcomes(context: Context, forgetting: Forgetting): number {
  const { connection } = context;
  const { at } = forgetting;
  const cause = reasons[forgetting.cause];
  const missesRetries = forgetting.missesRetries || (olderRecords(context)?.missesRetries ?? false);
  return inLedger(context, at, (ledger) => {
    const rows = connection.all(
      `SELECT payments.paymentId, coalesce(lives.state, 'draft') AS state, releasedAt, batches.kind,
         problemCode, problemParameters, problemMessage
       FROM ${paymentTables} JOIN batches USING (batchNumber)
       WHERE batches.state IN ('releasing', 'released')
         AND coalesce(lives.state, 'draft') IN ('draft', 'queued', 'sending', 'accepted', 'unknown')
         AND batches.batchNumber NOT IN (SELECT batchNumber FROM incoming WHERE origin <> 'created')
       ORDER BY payments.paymentId`,
    );
    for (const row of rows) {
      const paymentId = integerIn(row, 'paymentId');
      const problem = problemAfter(row, cause, missesRetries && textIn(row, 'kind') === 'payout');
      const life = [at, integerOrNullIn(row, 'releasedAt') ?? at, ...problemColumns(problem), at, paymentId];
      const hasLife = connection.run(
        `UPDATE lives SET state = 'unknown', dueAt = ?, polls = 0, firstSentAt = coalesce(firstSentAt, ?), problemCode = ?,
           problemParameters = ?, problemMessage = NULL, updatedAt = ? WHERE paymentId = +?`,
        ...life,
      );
      if (hasLife === 0)
        connection.run(
          `INSERT INTO lives (state, dueAt, firstSentAt, problemCode, problemParameters, updatedAt, paymentId)
           VALUES ('unknown', ?, ?, ?, ?, ?, ?)`,
          ...life,
        );
      ledger.paymentChanged(paymentId, stateIn(row, 'state'), 'unknown', { cause });
    }
    connection.run(
      `UPDATE lives SET dueAt = ?, polls = 0 WHERE state IN ('awaited', 'accepted') AND paymentId IN (
         SELECT batchNumber * ${idsPerBatch} + 1 FROM incoming WHERE origin <> 'created')`,
      at,
    );
    // What had failed, or was in conflict, may have been paid since.
    connection.run(`UPDATE lives SET dueAt = ? WHERE ${hasRecheckedState} AND dueAt > ?`, at, at);
    const releasing = connection.all(releasingBatches);
    holdSchedules(context, ledger);
    for (const row of releasing) finishRelease(context, ledger, integerIn(row, 'batchNumber'), cause);
    // What these records call rejected may have turned out to be paid since.
    connection.run(
      'UPDATE databaseIdentity SET forgottenAt = (SELECT coalesce(max(sequence), 0) FROM events)',
    );
    // Whatever is older than this misses them too, such as the same backup restored once more.
    if (missesRetries) noteRetries(context, at);
    noteOlder(context, { ...forgetting, missesRetries, payments: rows.length });
    return rows.length;
  });
}

/**
 * The problem of a payment whose outcome is forgotten. What the records say about it for certain is kept, since it decides how the next
 * answer is read: that others had its order ID, that the gateway had it, or that a missing retry may have paid its row.
 */
function problemAfter(
  row: Row,
  cause: (typeof reasons)['restored' | 'behind'],
  isPerhapsRetried: boolean,
): PaymentProblem {
  const state = stateIn(row, 'state');
  const before = { problem: readProblem(row) };
  // A request that was in flight may have been accepted.
  const taken = state === 'sending' ? {} : stillTaken(before);
  if (isPerhapsRetried || mayBeRetried(before)) return { code: 'perhapsRetried', ...taken };
  return { ...cause, ...taken, ...(state === 'accepted' ? { wasThere: true } : stillThere(before)) };
}

/** See FolderStore. */
export function olderRecords({ connection }: Context): OlderRecords | null {
  const row = connection.get(
    'SELECT noticedAt, cause, payments, missesRetries FROM olderRecords WHERE one = 1',
  );
  if (row === undefined) return null;
  return {
    at: integerIn(row, 'noticedAt'),
    cause: choiceIn(row, 'cause', ['behind', 'restored']),
    payments: integerIn(row, 'payments'),
    missesRetries: integerIn(row, 'missesRetries') === 1,
  };
}

/** Stores the notice, replacing an earlier one; within the transaction that forgets the outcomes. */
function noteOlder({ connection }: Context, { at, cause, payments, missesRetries }: OlderRecords): void {
  connection.run(
    'INSERT OR REPLACE INTO olderRecords (one, noticedAt, cause, payments, missesRetries) VALUES (1, ?, ?, ?, ?)',
    at,
    cause,
    payments,
    missesRetries ? 1 : 0,
  );
}
