import { z } from 'zod';
import { Environment } from './profile.ts';
import { AttentionKind } from './treasury/attention.ts';

/** What Bursar tells outside its window. */
export const NotificationKind = z.enum(['batchEnded', 'attention', 'lowBalance', 'approvalWaiting']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What a person can turn off: a kind of notification, or the number at the icon. */
export const NotificationSwitch = z.enum([...NotificationKind.options, 'badge']);
export type NotificationSwitch = z.infer<typeof NotificationSwitch>;

const count = z.number().int();

/** Batches of one environment that ended; how many of their payouts came to what. Live and sandbox are never added up. */
const EndedBatches = z.object({
  environment: Environment,
  batches: count,
  paid: count,
  notPaid: count,
  toReview: count,
});
export type EndedBatches = z.infer<typeof EndedBatches>;

/**
 * One notification. It may appear on a locked screen, so it holds nothing of a payee, no amount, and no text that a person or a file
 * brought, except the name of a profile.
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
    /** The kinds of the items, each once, the gravest first. */
    items: z.array(AttentionKind).min(1),
    count,
    /** Empty where it concerns several profiles, or none. */
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
