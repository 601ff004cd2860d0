import { utcDayText } from '../../../../contract/text/clock.ts';
import type { RowFinding } from '../../../../contract/batches/sheet.ts';
import { problemText } from '../../../../contract/text/problem-text.ts';
import { stateText } from '../../../../contract/text/states.ts';
import { retriableStates } from '../../../../contract/payments/life.ts';
import { columnOf } from '../../batches/rules/learned-rules.ts';
import type { CoreContext } from '../../context.ts';

/** Why the last payout for a row that is retried was not paid: at the cell that the gateway complained about, if any, else at the row. */
export function lastAttempt(
  store: Pick<CoreContext['store'], 'familyOf' | 'paymentsOf'>,
  keyId: string,
  retryOf: string,
): RowFinding | null {
  const last = store.familyOf(keyId, retryOf).findLast(({ state }) => retriableStates.has(state));
  const [payment] = last === undefined ? [] : store.paymentsOf([last.paymentId]);
  if (payment === undefined || payment.problem === null) return null;
  const { problem, state, firstSentAt, createdAt } = payment;
  const complaints = 'failure' in problem ? (problem.failure.complaints ?? []) : [];
  const columns = complaints.flatMap((complaint) => columnOf(complaint) ?? []);
  const day = utcDayText(firstSentAt ?? createdAt);
  return {
    column: columns[0] ?? null,
    kind: 'lastAttempt',
    level: 'info',
    message: `Last attempt, ${day}: ${stateText(state)}. ${problemText(problem, payment)}`,
    suggestion: null,
  };
}
