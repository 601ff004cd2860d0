import { z } from 'zod';
import { OptionalEmailAddress } from '../payments/email-address.ts';
import { IncomingDetail } from './incoming.ts';
import { Money } from '../money/money.ts';
import { cell, operation, text } from '../operation.ts';
import { IdPayment } from '../payments/payment.ts';
import { NewCallbackUrl, ProfileName } from '../profile.ts';
import { touchesProfile } from '../touches.ts';

const profileName = ProfileName.optional();

/** A token with a shorter validity would expire before somebody has opened the page. */
export const shortestValiditySeconds = 60;
/** Seconds for which a link or token is valid. */
const Validity = z.number().int().min(shortestValiditySeconds).max(31_536_000);

/**
 * How the payment method is chosen (interface: Payment web application, behaviour scenarios 1, 4 and 5): `choose` leaves the choice to
 * the customer, `fixed` leaves none, `suggest` preselects one and lets the customer switch.
 */
export const LinkMethod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('choose') }),
  z.strictObject({
    kind: z.literal('fixed'),
    paymentMethodCode: cell(100),
    paymentOperatorCode: cell(100),
  }),
  z.strictObject({
    kind: z.literal('suggest'),
    paymentMethodCode: text(100),
    paymentOperatorCode: cell(100),
  }),
]);
export type LinkMethod = z.infer<typeof LinkMethod>;

/** Customer data in the address (scenarios 2 and 3); empty fields are left out. */
export const CustomerData = z.strictObject({
  accountName: cell(250).default(''),
  accountNumber: cell(100).default(''),
  emailAddress: OptionalEmailAddress.default(''),
});
export type CustomerData = z.output<typeof CustomerData>;

/** The permissions of a token, read from the token itself (interface: Auth token). Times are ISO 8601 UTC. */
export const TokenClaims = z.object({
  operations: z.array(z.string()),
  sub: z.string().nullable(),
  jti: z.string().nullable(),
  issuedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

export const linkOperations = {
  /**
   * Creates the redirect address of the hosted payment page with a token by action `PAYIN_CREATE` for this one order ID, and
   * awaits the payin from then on. With `limitsMoney` the token is limited to this amount and currency. The address is given out once and not stored.
   * With `showsMerchantName` or `collectsReference` the token permits exactly the operations that these need.
   */
  'links.create': operation(
    z.strictObject({
      profileName,
      /** Empty: Bursar generates an unguessable one. The order ID of an earlier link, with the same amount and currency: a new address for it. */
      idPayment: z.union([z.literal(''), IdPayment]).default(''),
      money: Money,
      limitsMoney: z.boolean().default(true),
      validitySeconds: Validity,
      returnUrl: NewCallbackUrl,
      method: LinkMethod,
      customer: CustomerData.prefault({}),
      /** Whether customer data in the address may be changed (scenario 3). */
      customerMayChange: z.boolean().default(false),
      /** Whether the page may show the merchant's channel name (GET /merchant-info). */
      showsMerchantName: z.boolean().default(false),
      /** Whether the page may pass on the customer's payment reference (POST /payins/{idPayin}/!setExternalReference). */
      collectsReference: z.boolean().default(false),
      note: cell(250).default(''),
    }),
    z.object({ payment: IncomingDetail, address: z.string(), claims: TokenClaims }),
    touchesProfile,
  ),
  /** The address of the status view of one payin, with a token by action `PAYIN_INFO`. */
  'links.status': operation(
    z.strictObject({ profileName, idPayment: IdPayment, validitySeconds: Validity }),
    z.object({ address: z.string(), claims: TokenClaims }),
    touchesProfile,
  ),
  /**
   * POST /auth-tokens for exactly these operations. Only for the command line: no window serves it, because a page must never hold a token
   * that could move money (I5).
   */
  'tokens.create': operation(
    z.strictObject({
      profileName,
      operations: z.array(text(500)).min(1).max(100),
      money: Money.nullable().default(null),
      validitySeconds: Validity,
    }),
    z.object({ token: z.string(), claims: TokenClaims }),
    touchesProfile,
  ),
} as const;
