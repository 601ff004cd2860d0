import { z } from 'zod';
import { operation } from '../operation.ts';
import { PaymentKind, PaymentState } from '../payments/payment-states.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesFiltered, touchesProfile } from '../touches.ts';

/** The current and projected position of one profile in one currency. Amounts are null if the gateway reported none. */
export const PositionLine = z.object({
  profileName: z.string(),
  environment: Environment,
  currencyCode: z.string(),
  /** The spendable amount in the last balance read. */
  available: z.string().nullable(),
  /** The amount that the gateway reserves for payouts in process; not part of `available`. */
  reserved: z.string().nullable(),
  /** Payouts that are released, scheduled or waiting for approvals, and not certainly deducted from that balance. */
  committed: z.string(),
  /** Top-ups on their way. */
  expectedIn: z.string(),
  /**
   * The part of `expectedIn` that may already be in `available`, and so twice in `projected`: top-ups that were not
   * polled since the balance was read.
   */
  perhapsCountedTwice: z.string(),
  /**
   * The part of `committed` that may already be deducted from `available`, and so twice from `projected`: payouts that were in progress when the
   * balance was read, or whose outcome is unknown.
   */
  perhapsTakenTwice: z.string(),
  /**
   * The estimated fees of the committed payouts, from past fees, with those that the gateway reported of paid payments and of top-ups on
   * their way; null if some are missing and none is known.
   */
  estimatedFees: z.string().nullable(),
  /** How many of the committed payouts have fees that cannot be estimated, so that `estimatedFees` and `projected` lack them. */
  committedWithoutEstimate: z.number().int(),
  /**
   * How many of the top-ups in `expectedIn` have a fee that the gateway has not reported, so that `estimatedFees` and `projected` lack it: a
   * fee of a top-up is never estimated.
   */
  expectedWithoutFee: z.number().int(),
  /** `available` less `committed` and `estimatedFees`, plus `expectedIn`. Fees that are not known are not included. */
  projected: z.string().nullable(),
  /** When the balance was requested, which is the latest it can be from; null: the last answer names no amount, or there is none. */
  asOf: z.string().nullable(),
});
export type PositionLine = z.infer<typeof PositionLine>;

/** The parts of a figure in the position; they add up to it. */
export const PositionPart = z.object({
  figure: z.enum(['available', 'reserved', 'committed', 'expectedIn', 'estimatedFees', 'notCounted']),
  /** The gateway's own name of an amount; null for payments. */
  name: z.string().nullable(),
  kind: PaymentKind.nullable(),
  state: PaymentState.nullable(),
  paymentMethodCode: z.string().nullable(),
  count: z.number().int().nullable(),
  amount: z.string().nullable(),
  /** The draft that contains them, if they are not released: it is scheduled, or approval was requested for it. */
  batch: z
    .object({ batchId: z.string(), fileName: z.string(), plan: z.enum(['scheduled', 'awaitingApproval']) })
    .nullable(),
  /** For `committed` and `expectedIn`: whether they are accepted or paid and are counted because the balance is older. */
  isSinceBalance: z.boolean(),
  /** For `committed` and `expectedIn`: whether the balance may already include it, see `perhapsTakenTwice` and `perhapsCountedTwice`. */
  isPerhapsInBalance: z.boolean(),
});
export type PositionPart = z.infer<typeof PositionPart>;

export const positionOperations = {
  /** By profile and currency, from stored data: does not ask the gateway. No profile named: all, each on its own lines. */
  'position.read': operation(
    z.strictObject({ profileName: ProfileName.nullable().default(null) }),
    z.array(PositionLine),
    touchesFiltered,
  ),
  /** Reads the balances of a profile and then polls its top-ups in progress, so that none is counted that the balance includes. */
  'position.refresh': operation(
    z.strictObject({ profileName: ProfileName }),
    z.strictObject({}),
    touchesProfile,
  ),
  /** The parts of one line's figures. */
  'position.parts': operation(
    z.strictObject({ profileName: ProfileName, currencyCode: z.string().min(1).max(40) }),
    z.array(PositionPart),
    touchesFiltered,
  ),
} as const;
