import { utcDayText } from '../../../../contract/text/clock.ts';
import type { RowFinding } from '../../../../contract/batches/sheet.ts';
import { problemText } from '../../../../contract/text/problem-text.ts';
import { stateText } from '../../../../contract/text/states.ts';
import { retriableStates } from '../../../../contract/payments/life.ts';
import { retryPaysOtherText } from '../../../../contract/text/payees.ts';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import { firstPayoutOf, payeeOf } from '../../batches/retried-ends.ts';
import { paysOther } from '../../payees/pays-other.ts';
import { columnOf } from '../../batches/rules/learned-rules.ts';
import type { CoreContext } from '../../context.ts';

/**
 * Why the last payout for a row that is retried was not paid: at the cell that the gateway complained about, if any, else at the row. A warning
 * if the row pays somebody else by now.
 */
export function lastAttempt(
  store: Pick<CoreContext['store'], 'familyOf' | 'paymentsOf'>,
  keyId: string,
  { retryOf, row }: { readonly retryOf: string; readonly row: PayoutRow },
): RowFinding | null {
  const last = store.familyOf(keyId, retryOf).findLast(({ state }) => retriableStates.has(state));
  const [payment] = last === undefined ? [] : store.paymentsOf([last.paymentId]);
  if (payment === undefined || payment.problem === null) return null;
  const { problem, state, firstSentAt, createdAt } = payment;
  const complaints = 'failure' in problem ? (problem.failure.complaints ?? []) : [];
  const columns = complaints.flatMap((complaint) => columnOf(complaint) ?? []);
  const first = firstPayoutOf(store, keyId, retryOf);
  const other =
    first !== null && paysOther(row, first) ? retryPaysOtherText(payeeOf(row), payeeOf(first)) : null;
  const day = utcDayText(firstSentAt ?? createdAt);
  return {
    column: columns[0] ?? null,
    kind: 'lastAttempt',
    level: other === null ? 'info' : 'warn',
    message: `${other === null ? '' : `${other} `}Last attempt, ${day}: ${stateText(state)}. ${problemText(problem, payment)}`,
    suggestion: null,
  };
}
