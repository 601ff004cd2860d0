import { z } from 'zod';
import { CurrencyTotal } from '../money/money.ts';
import { BatchId, cell, FileBytes, nothing, operation, page, personName, text } from '../operation.ts';
import { ProfileName } from '../profile.ts';
import { touchesBatch, touchesComputer, touchesNothing, touchesProfile } from '../touches.ts';
import { CheckFinding } from '../batches/batch-findings.ts';
import { ApprovalPolicy } from './approval-policy.ts';
import { BatchState } from '../batches/batch.ts';
import { BatchComparison } from '../batches/comparison.ts';
import { Answer, Merchant } from './signed-documents.ts';

export const largestSignedFileBytes = 64 * 1024 * 1024;

export const SignedFile = FileBytes.refine(
  (bytes) => bytes.length <= largestSignedFileBytes,
  'a signed file has at most 64 MiB',
);
const NewFile = z.object({ bytes: FileBytes });
const note = cell(2000).default('');
/** A request or an approval is valid for at most a year. */
export const longestValidHours = 8760;
const validHours = z.number().int().min(1).max(longestValidHours).default(168);

const Approver = z.object({
  name: z.string(),
  /** 32 letters and digits in groups of four, to be read out over the phone. */
  fingerprint: z.string(),
  publicKey: z.string(),
  /** Whether it is the personal key of this computer. */
  isOwn: z.boolean(),
});

export const PersonShown = z.object({
  /** The enrolled name, if the key is enrolled here; otherwise the same as `signedAs`. */
  name: z.string(),
  /** The name in the signed file: what its signer calls themself. */
  signedAs: z.string(),
  fingerprint: z.string(),
  isEnrolled: z.boolean(),
});
export type PersonShown = z.infer<typeof PersonShown>;

/** Who may approve and what needs approvals after a change: read from the signed content, not from the requester's words. */
const ShownControls = z.object({
  approvers: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  policies: z.array(z.object({ merchant: Merchant, policy: ApprovalPolicy })),
});
export type ShownControls = z.infer<typeof ShownControls>;

/** Whether a change of approvers or policies needs every approver who can approve: with one key lost, none can be made. */
const isNoneSpare = z.boolean();

/** The result of changing approvers or a policy: made, or waiting for the approvals that the current policy requires. */
const ControlChange = z.object({
  version: z.number().int(),
  /** A request for approval, if the change loosens the current state; nothing has changed then. */
  request: FileBytes.nullable(),
  /** Whether something changed: false while it waits for approvals, or if the requested state is already in force. */
  isChanged: z.boolean(),
  isNoneSpare,
});

export const ShownPolicy = z.object({
  profileName: z.string(),
  ...ApprovalPolicy.shape,
  /** Policies of the same merchant at other addresses of its gateway. They apply to this profile too: the strictest counts. */
  alsoInForce: z.array(z.object({ merchant: Merchant, policy: ApprovalPolicy })),
  /** The version in force on this computer; 0: none was ever set. */
  version: z.number().int(),
  changedAt: z.string().nullable(),
  isNoneSpare,
});
export type ShownPolicy = z.infer<typeof ShownPolicy>;

/**
 * A decision as seen on this computer: `counts` says whether it counts for a release now, `why` why it does not. Without a policy in force, as on
 * the preparer's computer, none counts and none has a reason.
 */
const ShownDecision = z.object({
  decision: Answer,
  approver: PersonShown,
  note: z.string(),
  at: z.string(),
  expiresAt: z.string(),
  counts: z.boolean(),
  why: z.string().nullable(),
});

/** The latest request for the batch, made or imported, that was not withdrawn. */
const LatestRequest = z.object({
  requestHash: z.string(),
  preparedBy: PersonShown,
  at: z.string(),
  /** Until when it can be approved. An approval given by then is valid until its own expiry. */
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Whether an approver rejected it, so that no approval of it counts. */
  isRejected: z.boolean(),
  /** Whether the personal key of this computer prepared it, so that it can be withdrawn here. */
  isOwn: z.boolean(),
});

/** The approvals that a batch needs before it may be released, and those it has. */
export const ApprovalStatus = z.object({
  batchId: z.string(),
  state: BatchState,
  isPrepareOnly: z.boolean(),
  request: LatestRequest.nullable(),
  needed: z.number().int(),
  given: z.number().int(),
  /** Whether it is a draft that may be released. */
  isReleasable: z.boolean(),
  /** Why it may not be released, or its remaining payouts not be sent; null if they may. */
  message: z.string().nullable(),
  decisions: z.array(ShownDecision),
});
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

const ShownRow = z.object({
  rowNumber: z.number().int(),
  idPayout: z.string(),
  /** The order ID of the payout that it retries; null: none. */
  retryOf: z.string().nullable(),
  amount: z.string(),
  currencyCode: z.string(),
  paymentMethodCode: z.string(),
  paymentOperatorCode: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  emailAddress: z.string(),
  reference: z.string(),
});

/** What the personal key of this computer decided about a request, where that is on record; an expired approval is none. Null: nothing. */
const OwnDecision = z.object({ decision: Answer, at: z.string(), expiresAt: z.string() }).nullable();
export type OwnDecision = z.infer<typeof OwnDecision>;

const asked = {
  preparedBy: PersonShown,
  at: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Whether the personal key of this computer prepared it. */
  isOwn: z.boolean(),
  ownDecision: OwnDecision,
};

/** The content of a signed file. Its signature is valid; people must know who holds the key. */
export const ShownFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), person: PersonShown, at: z.string() }),
  z.object({
    kind: z.literal('request'),
    requestHash: z.string(),
    profileName: z.string(),
    merchant: Merchant,
    batchId: z.string(),
    fileName: z.string(),
    rowsHash: z.string(),
    totals: z.array(CurrencyTotal),
    rows: z.array(ShownRow),
    findings: z.array(CheckFinding),
    hasMoreFindings: z.boolean(),
    comparison: BatchComparison.nullable(),
    ...asked,
  }),
  z.object({
    kind: z.literal('controlRequest'),
    requestHash: z.string(),
    /** The change in the requesting computer's words. */
    changes: z.array(z.string()),
    after: ShownControls,
    ...asked,
  }),
  z.object({
    kind: z.literal('decision'),
    requestHash: z.string(),
    decision: Answer,
    batchId: z.string().nullable(),
    /** What the batch is called on this computer; null if it is not here. */
    fileName: z.string().nullable(),
    rowsHash: z.string().nullable(),
    approver: PersonShown,
    preparedBy: PersonShown,
    note: z.string(),
    at: z.string(),
    expiresAt: z.string(),
  }),
  z.object({
    kind: z.literal('withdrawal'),
    requestHash: z.string(),
    batchId: z.string().nullable(),
    fileName: z.string().nullable(),
    preparedBy: PersonShown,
    at: z.string(),
  }),
]);
export type ShownFile = z.infer<typeof ShownFile>;

const StoredFileKind = z.enum(['request', 'controlRequest', 'approval', 'rejection', 'withdrawal']);

const ListedFile = z.object({
  kind: StoredFileKind,
  requestHash: z.string(),
  batchId: z.string().nullable(),
  /** Who signed it. */
  by: PersonShown,
  note: z.string(),
  at: z.string(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  importedAt: z.string(),
});
export type ListedFile = z.infer<typeof ListedFile>;

/** Whether approvals are requested where the change needs them; otherwise it fails with `approvalMissing`. */
const mayRequest = z.boolean().default(true);

export const approvalOperations = {
  /** The approver card of this computer; generates the personal key on first use. */
  'approvers.card': operation(
    z.strictObject({ name: personName }),
    NewFile.extend({ name: z.string(), fingerprint: z.string(), publicKey: z.string() }),
    touchesComputer,
  ),
  'approvers.list': operation(nothing, z.array(Approver), touchesNothing),
  /** Enrols the person of a card. If a policy requires approvals, this needs them too. */
  'approvers.add': operation(
    z.strictObject({ card: SignedFile, mayRequest }),
    ControlChange.extend({ approver: PersonShown }),
    touchesComputer,
  ),
  /** Removes an approver by name or fingerprint; their approvals no longer count. */
  'approvers.remove': operation(
    z.strictObject({ approver: text(200), mayRequest }),
    ControlChange,
    touchesComputer,
  ),
  'policies.show': operation(
    z.strictObject({ profileName: ProfileName.optional() }),
    ShownPolicy,
    touchesProfile,
  ),
  /** Sets the policy of a profile. Loosening it needs the approvals that it requires now. */
  'policies.set': operation(
    z.strictObject({ profileName: ProfileName.optional(), policy: ApprovalPolicy, mayRequest }),
    ControlChange.extend({ policy: ShownPolicy }),
    touchesComputer,
  ),
  /** Signs everything that a draft pays, for an approver to decide about. */
  'approvals.request': operation(
    z.strictObject({ batchId: BatchId, name: personName.optional(), validHours }),
    NewFile.extend({ requestHash: z.string(), rowsHash: z.string(), expiresAt: z.string() }),
    touchesBatch,
  ),
  /** Verifies a signed file and describes its content; needs no key and no network. */
  'approvals.show': operation(z.strictObject({ file: SignedFile }), ShownFile, touchesNothing),
  /** Approves or rejects a request with the personal key of this computer. */
  'approvals.decide': operation(
    z
      .strictObject({
        file: SignedFile,
        decision: Answer,
        note,
        name: personName.optional(),
        validHours,
      })
      .refine(({ decision, note: why }) => decision === 'approve' || why.trim() !== '', {
        path: ['note'],
        message: 'a rejection needs a note',
      }),
    NewFile.extend({
      requestHash: z.string(),
      decision: Answer,
      expiresAt: z.string(),
    }),
    touchesComputer,
  ),
  /** Withdraws a request of this computer; approvals of it no longer count where the withdrawal is imported. */
  'approvals.withdraw': operation(
    /** `requestHash`: only if the latest request is still the one that the person saw. */
    z.strictObject({ batchId: BatchId, requestHash: text(64).optional() }),
    /** `isAnotherOpen`: an earlier request for the batch was not withdrawn, and approvals of that one count. */
    NewFile.extend({ requestHash: z.string(), isAnotherOpen: z.boolean() }),
    touchesBatch,
  ),
  /** Stores a signed file. A request creates the draft that it describes, if there is a profile of that merchant and no draft yet. */
  'approvals.import': operation(
    z.strictObject({ file: SignedFile }),
    z.object({
      kind: StoredFileKind,
      requestHash: z.string(),
      batchId: z.string().nullable(),
      isNew: z.boolean(),
      /** Of a decision about a change of approvers or policies: the approvals that it needs and has; null: about something else, an earlier state, or not known. */
      change: z.object({ needed: z.number().int(), given: z.number().int() }).nullable(),
      /** Why they are not known, in words; null: they are, or it is about something else. */
      changeProblem: z.string().nullable(),
    }),
    touchesComputer,
  ),
  /** The signed files of this computer, the latest first. */
  'approvals.list': operation(z.strictObject(page), z.array(ListedFile), touchesComputer),
  'approvals.status': operation(z.strictObject({ batchId: BatchId }), ApprovalStatus, touchesBatch),
} as const;
