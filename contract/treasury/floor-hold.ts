import { z } from 'zod';

/** Why a floor holds a batch. */
const FloorReason = z.enum([
  /** Its next payout would take the available balance below the floor. */
  'short',
  /** Payouts in its currency wait for those of another batch, which a floor holds. */
  'behind',
  /** The gateway named no available balance in its currency. */
  'balanceUnknown',
  /** The floors that are set cannot be read. */
  'floorsUnreadable',
]);

/** A batch that a floor holds: its next payout, which is not sent, and why. Amounts are decimals. */
export const FloorHold = z.object({
  batchId: z.string(),
  /** The row of that payout. */
  row: z.number().int(),
  currencyCode: z.string(),
  /** What it takes in that currency: its amount, with its estimated fee if `withFee`. */
  amount: z.string(),
  withFee: z.boolean(),
  /** Whether it is only the estimated fee: the payout itself is in another currency. */
  isFee: z.boolean().default(false),
  reason: FloorReason,
  /** Null if the floors cannot be read. */
  floor: z.string().nullable(),
  /** The shortfall of the available balance for this payout; null if it is not short, or if unknown. */
  missing: z.string().nullable(),
  /** The shortfall for this payout and all that wait behind it in its currency, in this batch and others of the run; null like `missing`. */
  missingForAll: z.string().nullable().default(null),
});
export type FloorHold = z.infer<typeof FloorHold>;
