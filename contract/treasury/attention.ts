import { unpaidStates } from '../payments/payment-states.ts';
import { z } from 'zod';
import { WaitingFile } from '../approvals/approval-folder.ts';
import { WitnessFault } from '../audit/witness.ts';
import { ErrorCode } from '../errors.ts';
import { BatchId, nothing, operation } from '../operation.ts';
import { PaymentKind } from '../payments/payment.ts';
import { touchesBatch, touchesNothing } from '../touches.ts';
import { FloorHold } from './floor-hold.ts';

/** What a person has to be told about a payment or a batch beside its state; the gravest first. */
export const NoticeKind = z.enum([
  /** Two payments for one row succeeded. */
  'paidTwice',
  /** The rows of a released batch are not those that were released. */
  'rowsTampered',
  /** A released batch lacks approvals, or approvers and policy cannot be confirmed. */
  'approvalMissing',
  /** process.isTest contradicts the environment of the profile. */
  'environmentContradicted',
  /** The gateway does not accept the authentication of the profile of an unfinished batch; withdrawn once it does. */
  'merchantRefused',
  /** A payment that had failed or been rejected goes on or was paid. */
  'endChanged',
  /** The gateway reports another status, amount or currency of a paid payment now. */
  'statusChanged',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Work that goes on without anybody waiting for it. */
export const BackgroundTask = z.enum([
  'runner',
  'sending',
  'historyIndex',
  'callbackListener',
  'callbackReports',
  'callbackQuestions',
  'balances',
  'checkpoints',
  'checkpointSignature',
  'embeddedSandbox',
  'schedule',
  'approvalFolder',
  'notifications',
  'updates',
  /** Telling the parts of the program and its faces what changed. */
  'listeners',
]);
export type BackgroundTask = z.infer<typeof BackgroundTask>;

/** Such work that fails at present: why the last time, how often in a row, and since when. */
export const BackgroundFailure = z.object({
  task: BackgroundTask,
  error: ErrorCode,
  /** A lower-level cause, for instance a system error code. */
  cause: z.string().nullable(),
  count: z.number().int(),
  since: z.string(),
});
export type BackgroundFailure = z.infer<typeof BackgroundFailure>;

/** That these records may know nothing of what was sent last: everything that may have been sent was made `unknown`. */
export const OlderRecords = z.object({
  /** Milliseconds since 1970. */
  at: z.number().int(),
  /** A backup was restored; or the database is behind the mark beside it: replaced, copied, or without its last changes. */
  cause: z.enum(['behind', 'restored']),
  /** How many payments the gateway is asked about. */
  payments: z.number().int(),
  /** Whether retries may have been released that are not recorded; no new row is released until a person dismisses the notice. */
  missesRetries: z.boolean(),
});
export type OlderRecords = z.infer<typeof OlderRecords>;

/** Everything that can need a person, the gravest first. */
export const AttentionKind = z.enum([
  ...NoticeKind.options,
  'olderRecords',
  'conflict',
  'outside',
  'unknown',
  /** Accepted, and the gateway has not said for more than a day what became of them. */
  'unanswered',
  'rejected',
  'failed',
  'heldByFloor',
  'heldDuplicates',
  'schedule',
  'approvalFile',
  'witness',
  'backgroundFailure',
  'lowBalance',
  /** Not yet low, but once everything committed is paid. */
  'lowProjection',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

const about = {
  count: z.number().int(),
  /** Empty where it concerns all of them. */
  profileName: z.string(),
  batchId: z.string().nullable(),
  /** The payment concerned, where it is about one. */
  payment: z.object({ kind: PaymentKind, idPayment: z.string() }).nullable(),
  currencyCode: z.string().nullable(),
};

/** Of the batch concerned; null where it is about several. */
const fileName = z.string().nullable();

/** Why a scheduled release needs a person; `held` and `late` can still be released, `rowsChanged` has to be scheduled again. */
const ScheduleTrouble = z.discriminatedUnion('code', [
  z.object({ code: z.literal('late') }),
  z.object({ code: z.literal('held'), error: ErrorCode }),
  z.object({ code: z.literal('rowsChanged') }),
]);
export type ScheduleTrouble = z.infer<typeof ScheduleTrouble>;

/** Something that needs a person, with how to get there; `contract/text/attention/attention-text.ts` puts it into words. */
export const AttentionItem = z.discriminatedUnion('kind', [
  z.object({ kind: NoticeKind, ...about, fileName: z.string() }),
  z.object({ kind: AttentionKind.extract(['olderRecords']), ...about, records: OlderRecords }),
  z.object({
    kind: AttentionKind.extract([...unpaidStates]),
    ...about,
    fileName,
  }),
  z.object({
    kind: AttentionKind.extract(['unknown']),
    ...about,
    fileName,
    /** How many of them wait for a person's decision. */
    forAPerson: z.number().int(),
  }),
  z.object({
    kind: AttentionKind.extract(['unanswered']),
    ...about,
    fileName: z.string(),
    /** When the gateway accepted the first of them. */
    acceptedAt: z.string(),
  }),
  z.object({ kind: AttentionKind.extract(['heldByFloor']), ...about, fileName: z.string(), held: FloorHold }),
  z.object({
    kind: AttentionKind.extract(['heldDuplicates']),
    ...about,
    fileName: z.string(),
    /** Rows that a check held. */
    rows: z.number().int(),
    /** The released batch of the same file. */
    sameFileAs: z.string().nullable(),
  }),
  z.object({
    kind: AttentionKind.extract(['schedule']),
    ...about,
    fileName: z.string(),
    scheduledFor: z.string(),
    trouble: ScheduleTrouble,
  }),
  z.object({
    kind: AttentionKind.extract(['approvalFile']),
    ...about,
    /** Null: several, of which only the number is told. */
    file: WaitingFile.pick({ kind: true, by: true, about: true, name: true }).nullable(),
  }),
  z.object({ kind: AttentionKind.extract(['witness']), ...about, path: z.string(), fault: WitnessFault }),
  z.object({ kind: AttentionKind.extract(['backgroundFailure']), ...about, failure: BackgroundFailure }),
  z.object({
    kind: AttentionKind.extract(['lowBalance']),
    ...about,
    currencyCode: z.string(),
    limit: z.string(),
    available: z.string(),
  }),
  z.object({
    kind: AttentionKind.extract(['lowProjection']),
    ...about,
    currencyCode: z.string(),
    limit: z.string(),
    available: z.string(),
    projected: z.string(),
  }),
]);
export type AttentionItem = z.infer<typeof AttentionItem>;

const pausingKinds: ReadonlySet<string> = new Set<NoticeKind>([
  'rowsTampered',
  'approvalMissing',
  'environmentContradicted',
]);

/** Of all that needs a person, why Bursar itself paused this batch. */
export function pausedBecause(items: readonly AttentionItem[], batchId: string): AttentionItem[] {
  return items.filter((item) => item.batchId === batchId && pausingKinds.has(item.kind));
}

export const attentionOperations = {
  'attention.list': operation(nothing, z.array(AttentionItem), touchesNothing),
  /** Takes the failed, rejected and conflicting payouts of a batch as seen, or (null) everything that can be; what comes later shows again. */
  'attention.dismiss': operation(z.strictObject({ batchId: BatchId.nullable() }), nothing, touchesBatch),
  /** Takes the notice as seen that the records were found older than what was sent, or restored. */
  'attention.dismissOlderRecords': operation(nothing, nothing, touchesNothing),
} as const;
