import { isLoosened, mostNeeded, noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type { ControlState, Merchant } from '../../../contract/approvals/signed-documents.ts';
import { Environment } from '../../../contract/profile.ts';
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
      return isLoosened(policy, next ?? noApprovalPolicy);
    }) ||
    possibleMerchants(from).some((merchant) => countsMore(from, to, merchant))
  );
}

/**
 * Where policies may apply together: a profile may be added in either environment, at the address of a policy or at one without, and the
 * policies of that address and those of that environment apply to it.
 */
function possibleMerchants({ policies }: ControlState): Merchant[] {
  const codes = new Set(policies.map(({ merchant }) => merchant.merchantCode));
  const addresses = new Set(['', ...policies.map(({ merchant }) => merchant.baseUrl)]);
  return [...codes].flatMap((merchantCode) =>
    [...addresses].flatMap((baseUrl) =>
      Environment.options.map((environment) => ({ environment, baseUrl, merchantCode })),
    ),
  );
}

/** Whether more people count for a merchant: a policy that asks for nothing may still restrict who counts where another one asks. */
function countsMore(from: ControlState, to: ControlState, merchant: Merchant): boolean {
  const [before, after] = [jointPolicyOf(from, merchant), jointPolicyOf(to, merchant)];
  return (
    before.policies.some((policy) => mostNeeded(policy) > 0) &&
    ((after.releaserCounts && !before.releaserCounts) ||
      (before.enrolledPreparers && !after.enrolledPreparers))
  );
}
