import { approvalsNeeded } from '../../../contract/approvals/approval-policy.ts';
import type { ControlState, Merchant } from '../../../contract/approvals/signed-documents.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context/context.ts';
import type { Clock, Controls, StoredBatch } from '../ports/index.ts';
import {
  createControls,
  isOneMerchant,
  isSameMerchant,
  jointPolicyOf,
  merchantOf,
  noApprovalKeys,
} from './confirmed-controls.ts';
import { judge, type Verdict } from './judge.ts';
import { filesAbout } from './kept-files.ts';
import { isRequested } from './open-request.ts';
import type { BatchRows } from '../payments/pages.ts';

type Context = Pick<CoreContext, 'store' | 'controls'> & { readonly clock: Pick<Clock, 'now'> };

/** Without a keychain Bursar cannot confirm the policy in the database, so it releases no batch that needs a policy. */
export function controlsOf({ store, clock, controls }: Context): Controls {
  return controls ?? createControls({ store, clock }, noApprovalKeys);
}

/**
 * Refuses a batch that lacks approvals (invariant I12): at its release, and again before its rows are claimed.
 * Policy, approvers and approvals are verified by their signatures each time. `at` is when approvals have to be valid.
 */
export async function refuseUnapproved(
  context: Context,
  batch: StoredBatch,
  rows: BatchRows,
  at: number,
): Promise<Failure | null> {
  const approved = await requireApproved(context, batch, rows, at);
  return approved.ok ? null : approved;
}

/** Like `refuseUnapproved`; returns the approvals of a batch that lacks none. */
export async function requireApproved(
  context: Context,
  batch: StoredBatch,
  rows: BatchRows,
  at: number,
): Promise<Result<Verdict>> {
  const verdict = await verdictOf(context, batch, rows, { at, beforeSending: true });
  const { batchId } = batch;
  if (!verdict.ok) {
    const { code, message, details } = verdict.error;
    return fail(code, message, { ...details, batchId });
  }
  const { message } = verdict.value;
  if (message === null) return verdict;
  return fail(
    'approvalMissing',
    `Batch ${batchId} lacks approvals. ${message} ${wayToApprovals(context, batch)}`,
    { batchId },
  );
}

/** What gives a batch its approvals; only a draft can be put into a request. */
function wayToApprovals({ store, clock }: Context, batch: StoredBatch): string {
  const { batchId, state } = batch;
  if (state === 'draft' && isRequested(store, batch, clock.now()))
    return 'Import the approvals of its request that the approvers sign (on the command line: bursar approval import FILE).';
  if (state === 'draft')
    return `Save an approval request, and import the approvals that the approvers sign (on the command line: bursar approval request ${batchId} --out FILE).`;
  const cancel = `cancel what was not sent (on the command line: bursar batch cancel ${batchId})`;
  const { preparers, decisions } = filesAbout(store, batchId);
  return preparers.size + decisions.length > 0
    ? `It was released before: import approvals of its request, or ${cancel}.`
    : `It was released without a request, and none can be made now: ${cancel}, and pay that in a new batch.`;
}

/** The approvals that a batch needs and has. */
export async function verdictOf(
  context: Context,
  batch: StoredBatch,
  { rowsHash, money }: BatchRows,
  { at, beforeSending }: { readonly at: number; readonly beforeSending: boolean },
): Promise<Result<Verdict>> {
  const { store, clock } = context;
  const inForce = await controlsOf(context).read({ beforeSending });
  if (!inForce.ok) return inForce;
  // Not by its name: it may have been renamed since the batch was read.
  const profile = store.profileOfKey(batch.keyId);
  if (inForce.value === null || profile === null) return succeed(nothingNeeded);
  const { state, signedBy } = inForce.value.document;
  const merchant = merchantOf(profile);
  const { policies, releaserCounts, enrolledPreparers } = jointPolicyOf(state, merchant);
  const needed = Math.max(0, ...policies.map((policy) => approvalsNeeded(policy, money)));
  return succeed(
    judge({
      subject: { kind: 'batch', merchant, batchId: batch.batchId, rowsHash },
      needed,
      approvers: state.approvers,
      releaser: signedBy.publicKey,
      releaserCounts,
      enrolledPreparers,
      ...filesAbout(store, batch.batchId),
      at,
      now: Math.max(clock.now(), at),
    }),
  );
}

type SetPolicy = ControlState['policies'][number];

/** The policy that was set for a merchant at this address, and those of the same merchant at others: the strictest of them counts. */
export function policiesOf(
  { policies }: ControlState,
  merchant: Merchant,
): { readonly own: SetPolicy | undefined; readonly others: SetPolicy[] } {
  const own = policies.find((known) => isSameMerchant(known.merchant, merchant));
  return {
    own,
    others: policies.filter((known) => known !== own && isOneMerchant(known.merchant, merchant)),
  };
}

const nothingNeeded: Verdict = { needed: 0, given: 0, decisions: [], message: null, until: Infinity };
