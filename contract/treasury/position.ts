import { z } from 'zod';
import { operation } from '../operation.ts';
import { PaymentKind, PaymentState } from '../payments/payment-states.ts';
import { Environment, ProfileName } from '../profile.ts';
import { touchesFiltered, touchesProfile } from '../touches.ts';

/** Where the money of one profile is in one currency, and where it will be. Amounts are null where the gateway reported none. */
export const PositionLine = z.object({
  profileName: z.string(),
  environment: Environment,
  currencyCode: z.string(),
  /** What can be spent by the last balance read. */
  available: z.string().nullable(),
  /** What the gateway sets aside for payouts in process; `available` is without it. */
  reserved: z.string().nullable(),
  /** Payouts that are released, scheduled or waiting for approvals, and not surely in that balance. */
  committed: z.string(),
  /** Top-ups on their way. */
  expectedIn: z.string(),
  /**
   * The part of `expectedIn` that may be in `available` already, and so twice in `projected`: top-ups about which the gateway was not
   * asked since the balance was read.
   */
  perhapsCountedTwice: z.string(),
  /**
   * The part of `committed` that may be off `available` already, and so off `projected` twice: payouts that were on their way when the
   * balance was read, or whose outcome is not known.
   */
  perhapsTakenTwice: z.string(),
  /** What the committed payouts will cost by the fees of the past; null where there is no past to go by. */
  estimatedFees: z.string().nullable(),
  /** `available` less `committed` and `estimatedFees`, plus `expectedIn`. Fees that cannot be estimated are not in it. */
  projected: z.string().nullable(),
  /** When the balance was asked for, which it is no newer than; null: never. */
  asOf: z.string().nullable(),
});
export type PositionLine = z.infer<typeof PositionLine>;

/** What a figure of the position is made of; the parts of a figure add up to it. */
export const PositionPart = z.object({
  figure: z.enum(['available', 'reserved', 'committed', 'expectedIn', 'estimatedFees', 'notCounted']),
  /** The gateway's own name of an amount; null for payments. */
  name: z.string().nullable(),
  kind: PaymentKind.nullable(),
  state: PaymentState.nullable(),
  paymentMethodCode: z.string().nullable(),
  count: z.number().int().nullable(),
  amount: z.string().nullable(),
  /** The draft that they are in, where they are not released: it is scheduled, or approval was requested for it. */
  batch: z
    .object({ batchId: z.string(), fileName: z.string(), plan: z.enum(['scheduled', 'awaitingApproval']) })
    .nullable(),
  /** Of `committed` and `expectedIn`: whether they are accepted or paid and are counted since the balance is older. */
  isSinceBalance: z.boolean(),
  /** Of `committed` and `expectedIn`: whether the balance may have it already, see `perhapsTakenTwice` and `perhapsCountedTwice`. */
  isPerhapsInBalance: z.boolean(),
});
export type PositionPart = z.infer<typeof PositionPart>;

export const positionOperations = {
  /** By profile and currency, from what is stored: nothing is asked of the gateway. No profile named: all, each on its own lines. */
  'position.read': operation(
    z.strictObject({ profileName: ProfileName.nullable().default(null) }),
    z.array(PositionLine),
    touchesFiltered,
  ),
  /** Reads the balances of a profile and then asks about its top-ups on their way, so that none is counted that the balance has. */
  'position.refresh': operation(
    z.strictObject({ profileName: ProfileName }),
    z.strictObject({}),
    touchesProfile,
  ),
  /** What the figures of one line are made of. */
  'position.parts': operation(
    z.strictObject({ profileName: ProfileName, currencyCode: z.string().min(1).max(40) }),
    z.array(PositionPart),
    touchesFiltered,
  ),
} as const;
