import type { OwnDecision } from '../../../../contract/approvals/approval-operations.ts';
import type { DecisionDocument } from '../../../../contract/approvals/signed-documents.ts';
import { filesAbout } from '../../approvals/kept-files.ts';
import type { CoreContext } from '../../context.ts';
import type { ApprovalKeys } from '../../ports/index.ts';

/**
 * What the personal key of this computer decided last about a request. Only its batch, or the database whose change it is about, keeps a
 * decision; elsewhere the shared folder may have it. An approval that has expired can be given again.
 */
export async function ownDecision(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  keys: ApprovalKeys,
  { requestHash, batchId }: { readonly requestHash: string; readonly batchId: string | null },
  inFolder: readonly DecisionDocument[],
): Promise<OwnDecision> {
  const own = await keys.personalKey.publicKey();
  const last = [...filesAbout(store, batchId).decisions, ...inFolder]
    .filter(({ request, approver }) => request === requestHash && own.ok && approver.publicKey === own.value)
    .toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at))
    .at(-1);
  if (last === undefined) return null;
  const { decision, at, expiresAt } = last;
  return decision === 'approve' && Date.parse(expiresAt) <= clock.now() ? null : { decision, at, expiresAt };
}
