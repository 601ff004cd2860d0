import { isLoosened, mostNeeded, noApprovalPolicy } from './approval-policy.ts';
import type { ControlState, Merchant } from './signed-documents.ts';

/**
 * Whether the second state allows something that the first would hold: a weaker policy, or an additional approver while a
 * policy requires approvals. Such a change needs the approvals that the first state requires.
 */
export function loosens(from: ControlState, to: ControlState): boolean {
  const asking = from.policies.filter(({ policy }) => mostNeeded(policy) > 0);
  if (asking.length === 0) return false;
  const isAnybodyNew = to.approvers.some(
    ({ name, publicKey }) =>
      !from.approvers.some((known) => known.publicKey === publicKey && known.name === name),
  );
  return (
    isAnybodyNew ||
    asking.some(({ merchant, policy }) =>
      isLoosened(
        policy,
        to.policies.find((other) => isSame(merchant, other.merchant))?.policy ?? noApprovalPolicy,
      ),
    )
  );
}

function isSame(left: Merchant, right: Merchant): boolean {
  return (
    left.environment === right.environment &&
    left.baseUrl === right.baseUrl &&
    left.merchantCode === right.merchantCode
  );
}
