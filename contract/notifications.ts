import { z } from 'zod';
import { Environment } from './profile.ts';
import { AttentionKind } from './treasury/attention.ts';

/** The kinds of notification outside the window. */
export const NotificationKind = z.enum(['batchEnded', 'attention', 'lowBalance', 'approvalWaiting']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What a person can turn off: a kind of notification, or the number on the icon. */
export const NotificationSwitch = z.enum([...NotificationKind.options, 'badge']);
export type NotificationSwitch = z.infer<typeof NotificationSwitch>;

const count = z.number().int();

/** Batches of one environment that ended, with the outcome counts of their payouts. Live and sandbox are never added up. */
const EndedBatches = z.object({
  environment: Environment,
  batches: count,
  paid: count,
  /** With those that another payout paid, or somebody outside this history. */
  notPaid: count,
  /** Null: too many to count, as in the summary of a batch. */
  paidByRetry: count.nullable(),
  paidOutside: count.nullable(),
  paidByOther: count.nullable(),
  toReview: count,
});
export type EndedBatches = z.infer<typeof EndedBatches>;

/**
 * One notification. It may appear on a locked screen, so it contains nothing about a payee, no amount, and no text from a person or a file,
 * except the name of a profile.
 */
export const Notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('batchEnded'),
    ended: z.array(EndedBatches).min(1),
    /** The batch; null: several. */
    batch: z.object({ batchId: z.string(), profileName: z.string() }).nullable(),
  }),
  z.object({
    kind: z.literal('attention'),
    /** The kinds of the items, each once, the most serious first. */
    items: z.array(AttentionKind).min(1),
    count,
    /** Empty if it concerns several profiles, or none. */
    profileName: z.string(),
  }),
  z.object({
    kind: z.literal('lowBalance'),
    /** Balances below their alert limit, and those that will be once all committed payouts are paid. */
    low: count,
    projected: count,
    /** The balance; null: several. */
    balance: z.object({ profileName: z.string(), currencyCode: z.string() }).nullable(),
  }),
  /** Signed files in the shared folder: requests for approval, and others. */
  z.object({ kind: z.literal('approvalWaiting'), requests: count, others: count }),
]);
export type Notification = z.infer<typeof Notification>;
