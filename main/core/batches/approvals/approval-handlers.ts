import type { ApprovalStatus } from '../../../../contract/approvals/approval-operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import { prepareOnlyText } from '../../approvals/prepare-only.ts';
import type { DecisionDocument } from '../../../../contract/approvals/signed-documents.ts';
import { filesAbout } from '../../approvals/kept-files.ts';
import { controlsOf, verdictOf } from '../../approvals/refuse-unapproved.ts';
import { rowsOfBatch } from '../../payments/pages.ts';
import type { CoreContext, Handlers } from '../../context/context.ts';
import { noBatch } from '../../context/subject.ts';
import type { ApprovalKeys, StoredBatch } from '../../ports/index.ts';
import { decideRequest, withdrawRequest } from './decide-request.ts';
import { importSignedFile } from './import-file.ts';
import { requestApproval } from './make-request.ts';
import { latestRequest } from './latest-request.ts';
import type { ApprovalFolder } from './folder/approval-folder.ts';
import { shareFile } from './folder/share-file.ts';
import { isOwn, listFiles, peopleOf, showFile } from './show-file.ts';
import { madeBy } from '../../settings/actor.ts';

/** Requests, decisions and what a batch still needs. */
export function approvalHandlers(context: CoreContext, keys: ApprovalKeys, folder: ApprovalFolder) {
  return {
    'approvals.request': (input, call) => requestApproval(madeBy(context, call), keys, input, call.signal),
    'approvals.show': ({ file }) => showFile(context, keys, file, folder.decisions),
    'approvals.decide': (input, call) => decideRequest(madeBy(context, call), keys, input),
    'approvals.withdraw': (input, call) => withdrawRequest(madeBy(context, call), keys, input),
    'approvals.import': ({ file }, call) => importSignedFile(madeBy(context, call), file),
    'approvals.list': async ({ limit }) => succeed(await listFiles(context, limit)),
    'approvals.folder': async () => succeed(await folder.waiting()),
    'approvals.openWaiting': async ({ name }) => {
      const bytes = await folder.open(name);
      return bytes.ok ? succeed({ bytes: bytes.value }) : bytes;
    },
    'approvals.dismissWaiting': async (seen) => {
      const dismissed = await folder.dismiss(seen);
      return dismissed.ok ? succeed({}) : dismissed;
    },
    'approvals.share': ({ file }) => shareFile(context, keys, file),
    'approvals.status': ({ batchId }) => statusOf(context, keys, batchId),
  } satisfies Partial<Handlers>;
}

async function statusOf(
  context: CoreContext,
  keys: ApprovalKeys,
  batchId: string,
): Promise<Result<ApprovalStatus>> {
  const { store, clock } = context;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  const isPrepareOnly = store.findProfile(batch.profileName)?.isPrepareOnly === true;
  const request = await shownRequest(context, keys, batch);
  const { state } = batch;
  const nothing = {
    batchId,
    state,
    isPrepareOnly,
    request,
    needed: 0,
    given: 0,
    isReleasable: state === 'draft' && !isPrepareOnly,
    message: isPrepareOnly ? prepareOnlyText(batch.profileName) : null,
  };
  const shown = await peopleOf(context);
  const shownDecision = ({ decision, approver, note, at, expiresAt }: DecisionDocument) => ({
    decision,
    approver: shown(approver),
    note,
    at,
    expiresAt,
  });
  const inForce = await controlsOf(context).read();
  if (!inForce.ok) return inForce;
  if (inForce.value === null) {
    // Tells the preparer whether the batch was approved, and if not, why; the computer that releases decides what counts.
    const decisions = filesAbout(store, batchId).decisions.map((decision) => ({
      ...shownDecision(decision),
      counts: false,
      why: null,
    }));
    return succeed({ ...nothing, decisions });
  }
  const verdict = await verdictOf(context, batch, await rowsOfBatch(context, batch), {
    // A released batch is judged as of its release, as it is before its rows are sent.
    at: store.releaseOf(batchId)?.at ?? clock.now(),
    beforeSending: false,
  });
  if (!verdict.ok) return verdict;
  const { needed, given, message, decisions } = verdict.value;
  return succeed({
    ...nothing,
    needed,
    given,
    isReleasable: nothing.isReleasable && message === null,
    message: nothing.message ?? message,
    decisions: decisions.map(({ decision, counts, why }) => ({ ...shownDecision(decision), counts, why })),
  });
}

async function shownRequest(
  context: CoreContext,
  keys: ApprovalKeys,
  batch: StoredBatch,
): Promise<ApprovalStatus['request']> {
  const { store, clock } = context;
  const request = latestRequest(store, batch);
  if (request === null) return null;
  const { requestHash, preparedBy, at, expiresAt, isRejected } = request;
  return {
    requestHash,
    preparedBy: (await peopleOf(context))(preparedBy),
    at,
    expiresAt,
    isExpired: Date.parse(expiresAt) <= clock.now(),
    isRejected,
    isOwn: await isOwn(keys, preparedBy),
  };
}
