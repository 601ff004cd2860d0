import { utcDayText } from '../../../../contract/text/clock.ts';
import type { RowFinding } from '../../../../contract/batches/sheet.ts';
import { problemText } from '../../../../contract/text/problem-text.ts';
import { stateText } from '../../../../contract/text/states.ts';
import { columnOf } from '../../batches/rules/learned-rules.ts';
import type { CoreContext } from '../../context.ts';
import { payoutNamed } from '../../payments/find-payout.ts';

/** Why the payout that a row retries was not paid: at the cell that the gateway complained about, if any, else at the row. */
export function lastAttempt(
  store: Pick<CoreContext['store'], 'paymentsNamed'>,
  keyId: string,
  retryOf: string,
): RowFinding | null {
  const payment = payoutNamed(store, keyId, retryOf);
  if (payment === null || payment.problem === null) return null;
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
