import { isLoosened, mostNeeded, noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type { ControlState } from '../../../contract/approvals/signed-documents.ts';
import { isSameMerchant, jointPolicyOf } from './confirmed-controls.ts';

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
    asking.some(({ merchant, policy }) => {
      const next = to.policies.find((other) => isSameMerchant(merchant, other.merchant))?.policy;
      if (isLoosened(policy, next ?? noApprovalPolicy)) return true;
      // A policy for another address of the merchant may ask for nothing, and still restrict who counts here.
      const [before, after] = [jointPolicyOf(from, merchant), jointPolicyOf(to, merchant)];
      return (
        (after.releaserCounts && !before.releaserCounts) ||
        (before.enrolledPreparers && !after.enrolledPreparers)
      );
    })
  );
}
