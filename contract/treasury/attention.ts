import { unpaidStates } from '../payments/payment-states.ts';
import { z } from 'zod';
import { WaitingFile } from '../approvals/approval-folder.ts';
import { WitnessFault } from '../audit/witness.ts';
import { ErrorCode } from '../errors.ts';
import { BatchId, cell, nothing, operation, text } from '../operation.ts';
import { PaymentKind } from '../payments/payment.ts';
import { touchesBatch, touchesComputer, touchesNothing } from '../touches.ts';
import { FloorHold } from './floor-hold.ts';

/** The kinds of notices about a payment or a batch, beyond its state; the most serious first. */
export const NoticeKind = z.enum([
  /** Two payments for one row succeeded. */
  'paidTwice',
  /** A payout that waited to be sent repeats one that had failed or been rejected when it was released or scheduled, and came back. */
  'mayBePaidAlready',
  /** The rows of a released batch are not those that were released. */
  'rowsTampered',
  /** A released batch lacks approvals, or approvers and policy cannot be confirmed. */
  'approvalMissing',
  /** process.isTest contradicts the environment of the profile. */
  'environmentContradicted',
  /** The gateway does not accept the authentication of the profile of an unfinished batch; withdrawn once it does. */
  'merchantRefused',
  /** A payment that had failed or been rejected is in progress again or was paid. */
  'endChanged',
  /** The gateway now reports another status, amount or currency for a paid payment. */
  'statusChanged',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** The kinds of background work. */
export const BackgroundTask = z.enum([
  'runner',
  'sending',
  'receiving',
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
  /** Notifying the parts of the program and its faces about changes. */
  'listeners',
]);
export type BackgroundTask = z.infer<typeof BackgroundTask>;

/** A failing background task: its last error, how often in a row, and since when. */
export const BackgroundFailure = z.object({
  task: BackgroundTask,
  error: ErrorCode,
  /** A lower-level cause, for instance a system error code. */
  cause: z.string().nullable(),
  count: z.number().int(),
  since: z.string(),
});
export type BackgroundFailure = z.infer<typeof BackgroundFailure>;

/** These records may lack recent payments: everything that may have been sent was made `unknown`. */
export const OlderRecords = z.object({
  /** Milliseconds since 1970. */
  at: z.number().int(),
  /** A backup was restored; or the database is behind the mark beside it: replaced, copied, or without its last changes. */
  cause: z.enum(['behind', 'restored']),
  /** How many payments Bursar asks the gateway about. */
  payments: z.number().int(),
  /** Whether retries may have been released that are not recorded; no new row is released until a person dismisses the notice. */
  missesRetries: z.boolean(),
});
export type OlderRecords = z.infer<typeof OlderRecords>;

/** Every kind of attention item, the most serious first. */
export const AttentionKind = z.enum([
  ...NoticeKind.options,
  /** Records of the database that cannot be read: what of them is known is missing from lists. */
  'unreadable',
  'olderRecords',
  'conflict',
  'outside',
  'unknown',
  /** Accepted, and without an outcome from the gateway for more than a day. */
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
  /** Not yet low, but it will be once all committed payouts are paid. */
  'lowProjection',
  /** A balance with an alert limit was known, and no longer is. */
  'balanceUnknown',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

const about = {
  count: z.number().int(),
  /** Empty if it concerns all of them. */
  profileName: z.string(),
  batchId: z.string().nullable(),
  /** The payment concerned, if it is about one; without an order ID: further payins or top-ups, which are not listed one by one. */
  payment: z.object({ kind: PaymentKind, idPayment: z.string().nullable() }).nullable(),
  currencyCode: z.string().nullable(),
};

/** A limit of a balance, and the balance as it was last read, and when. */
const limited = { currencyCode: z.string(), limit: z.string(), available: z.string(), asOf: z.string() };

/** The batch concerned; null if it is about several. */
const fileName = z.string().nullable();

/**
 * How far the payments of one batch were counted: those up to this moment (ISO 8601), beside as many that had been dismissed or retried.
 * What was dismissed, retried or came since is not dismissed with them.
 */
const CountedUpTo = z.strictObject({ at: text(40), handled: z.number().int().nonnegative() });

/**
 * Why a scheduled release needs a person; `held`, `late` and `clocksApart` can still be released, `rowsChanged` has to be scheduled again.
 * `delayed`: Bursar could not release it at its time, and tries until this moment (ISO 8601). `short`: it will be released, and there is too
 * little money for it.
 */
const ScheduleTrouble = z.discriminatedUnion('code', [
  z.object({ code: z.literal('delayed'), until: z.string() }),
  z.object({ code: z.literal('late') }),
  /**
   * The gateway's clock is ahead of this computer's by this much, or behind it; either may be wrong. `isLate`: both have passed its time
   * all the same, and Bursar has not released it.
   */
  z.object({ code: z.literal('clocksApart'), differenceSeconds: z.number().int(), isLate: z.boolean() }),
  z.object({ code: z.literal('held'), error: ErrorCode }),
  z.object({ code: z.literal('rowsChanged') }),
  z.object({
    code: z.literal('short'),
    /** What is missing of each currency above its floor, or above zero without one, once all committed payouts are paid. */
    missing: z.array(
      z.object({ currencyCode: z.string(), amount: z.string(), floor: z.string().nullable() }),
    ),
    /** When the oldest of these balances was read. */
    asOf: z.string(),
  }),
]);
export type ScheduleTrouble = z.infer<typeof ScheduleTrouble>;

/** An attention item, with the way to it; `contract/text/attention/attention-text.ts` puts it into words. */
export const AttentionItem = z.discriminatedUnion('kind', [
  z.object({ kind: NoticeKind, ...about, fileName: z.string() }),
  z.object({ kind: AttentionKind.extract(['olderRecords']), ...about, records: OlderRecords }),
  /** `left`: what of each of the first cannot be read; none in a face without live profiles, of which it may be. */
  z.object({ kind: AttentionKind.extract(['unreadable']), ...about, left: z.array(z.string()) }),
  z.object({
    kind: AttentionKind.extract([...unpaidStates]),
    ...about,
    fileName,
    /** Null if it is about several batches. */
    upTo: CountedUpTo.nullable(),
  }),
  z.object({
    kind: AttentionKind.extract(['unknown']),
    ...about,
    fileName,
    /** How many of them wait for a person's decision; `isAtLeast`: perhaps more, since Bursar did not look at all. */
    forAPerson: z.number().int(),
    isAtLeast: z.boolean(),
  }),
  z.object({
    kind: AttentionKind.extract(['unanswered']),
    ...about,
    fileName,
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
    /** Null: several, of which only the number is shown. */
    file: WaitingFile.pick({ kind: true, by: true, about: true, name: true }).nullable(),
    /** The folder has more files than Bursar reads. */
    hasMore: z.boolean(),
  }),
  z.object({ kind: AttentionKind.extract(['witness']), ...about, path: z.string(), fault: WitnessFault }),
  z.object({ kind: AttentionKind.extract(['backgroundFailure']), ...about, failure: BackgroundFailure }),
  z.object({ kind: AttentionKind.extract(['lowBalance']), ...about, ...limited }),
  z.object({ kind: AttentionKind.extract(['lowProjection']), ...about, ...limited, projected: z.string() }),
  z.object({ kind: AttentionKind.extract(['balanceUnknown']), ...about, ...limited }),
]);
export type AttentionItem = z.infer<typeof AttentionItem>;

/** How many items a list stands for: one item without a batch stands for all further notices, or drafts, of its kind. */
export function countItems(items: readonly AttentionItem[]): number {
  return items.reduce((sum, item) => sum + (isRestOfKind(item) ? item.count : 1), 0);
}

/** Whether an item stands for the notices, or drafts, of a kind that are not listed one by one. */
function isRestOfKind({ kind, batchId }: Pick<AttentionItem, 'kind' | 'batchId'>): boolean {
  return batchId === null && (kind === 'heldDuplicates' || NoticeKind.safeParse(kind).success);
}

/** What identifies an attention item to the person who dismisses it, and the payouts that it counted then. */
export const SeenItem = z.strictObject({
  kind: AttentionKind,
  profileName: cell(64),
  batchId: BatchId.nullable(),
  idPayment: text(250).nullable(),
  paymentKind: PaymentKind.nullable().default(null),
  count: z.number().int().positive(),
  upTo: CountedUpTo.nullable().default(null),
  /** Of a scheduled release whose draft changed, which no batch names. */
  schedule: z.strictObject({ fileName: cell(1024), scheduledFor: text(40) }).optional(),
});
export type SeenItem = z.infer<typeof SeenItem>;

/** What a person has seen of this item, once it is shown. */
export function seenItem({
  kind,
  profileName,
  batchId,
  payment,
  count,
  upTo = null,
  fileName: file = null,
  scheduledFor = null,
}: Pick<AttentionItem, 'kind' | 'profileName' | 'batchId' | 'payment' | 'count'> & {
  readonly upTo?: SeenItem['upTo'];
  readonly fileName?: string | null;
  readonly scheduledFor?: string | null;
}): SeenItem {
  const { idPayment = null, kind: paymentKind = null } = payment ?? {};
  const seen = { kind, profileName, batchId, idPayment, paymentKind, count, upTo };
  if (kind !== 'schedule' || batchId !== null || file === null || scheduledFor === null) return seen;
  return { ...seen, schedule: { fileName: file, scheduledFor } };
}

const pausingKinds: ReadonlySet<string> = new Set<NoticeKind>([
  'rowsTampered',
  'approvalMissing',
  'environmentContradicted',
]);

/** Of all attention kinds, the reasons why Bursar itself paused this batch. */
export function pausedBecause(items: readonly AttentionItem[], batchId: string): AttentionItem[] {
  return items.filter((item) => item.batchId === batchId && pausingKinds.has(item.kind));
}

export const attentionOperations = {
  'attention.list': operation(nothing, z.array(AttentionItem), touchesNothing),
  /**
   * Dismisses what a person saw, and everything of a batch if one is named: failed, rejected and conflicting payouts, and notices. Later
   * ones appear again. What a person has to decide about stays.
   */
  'attention.dismiss': operation(
    z.strictObject({
      batchId: BatchId.nullable().default(null),
      seen: z.array(SeenItem).max(10_000).default([]),
    }),
    nothing,
    ({ batchId, seen }) =>
      [batchId, ...seen.map((item) => item.batchId)].flatMap((id) => touchesBatch({ batchId: id })),
  ),
  /** Dismisses the notice that the records are older than what was sent, or restored. It may hold the releases of every profile. */
  'attention.dismissOlderRecords': operation(nothing, nothing, touchesComputer),
} as const;
