import type { BatchComparison } from '../batches/comparison.ts';
import { mostNeeded, type ApprovalPolicy } from '../approvals/approval-policy.ts';
import { counted } from './numbers.ts';

/** A policy in words, on one line. */
export function policyText({ rules, otherwise, releaserCounts, enrolledPreparers }: ApprovalPolicy): string {
  if (mostNeeded({ rules, otherwise, releaserCounts, enrolledPreparers }) === 0)
    return 'no approval is needed.';
  const each = rules.map(({ currencyCode, batchFrom, payoutFrom, approvals }) => {
    const amounts = [
      batchFrom === undefined ? null : `a batch of ${batchFrom} ${currencyCode} or more`,
      payoutFrom === undefined ? null : `a payout of ${payoutFrom} ${currencyCode} or more`,
    ].filter((text) => text !== null);
    return `${counted(approvals, 'approval')} for ${amounts.join(', or ')}`;
  });
  const rest = rules.length === 0 ? 'for every batch' : 'for everything else';
  const who = releaserCounts
    ? 'The person who releases may be one of the approvers.'
    : 'The person who releases is not one of the approvers.';
  const preparers = enrolledPreparers ? ' Only requests of enrolled people count.' : '';
  return `${[...each, `${counted(otherwise, 'approval')} ${rest}`].join('; ')}. ${who}${preparers}`;
}

/** How a batch differs from the last comparable one, in a line. */
export function comparisonText({
  batchId,
  releasedAt,
  newPayees,
  missingPayees,
  changedAccounts,
  changedAmounts,
}: BatchComparison): string {
  return `Compared with batch ${batchId} of ${releasedAt.slice(0, 10)}: ${counted(newPayees.length, 'new payee')}, ${missingPayees.length} missing, ${counted(changedAccounts.length, 'changed account')}, ${counted(changedAmounts.length, 'changed amount')}`;
}
