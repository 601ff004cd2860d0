import { z } from 'zod';
import { OptionalEmailAddress } from '../payments/email-address.ts';
import { CurrencyCode, Money, ReportedMoney } from '../money/money.ts';
import { BatchId, ExportedTable, TableFormat, cell, operation, page, text } from '../operation.ts';
import { paymentDates } from '../payments/history.ts';
import { IdPayment, PaymentLife, PaymentState, PersonDecision } from '../payments/payment.ts';
import { Environment, OptionalCallbackUrl, ProfileName } from '../profile.ts';
import { touchesBatch, touchesFiltered, touchesPayment, touchesProfile } from '../touches.ts';

/** The only profile if none is named; an error if there are several. */
const profileName = ProfileName.optional();

/** A payment that brings money in: from a customer, or into the merchant's own wallet. */
export const IncomingKind = z.enum(['payin', 'topup']);
export type IncomingKind = z.infer<typeof IncomingKind>;

/**
 * Who creates it at the gateway: Bursar itself; the customer, on the hosted payment page, through a link; or another system, whose
 * order ID is only followed. Bursar never sends a create request for the last two.
 */
export const IncomingOrigin = z.enum(['created', 'link', 'followed']);
export type IncomingOrigin = z.infer<typeof IncomingOrigin>;

/** The order ID; empty: Bursar generates an unguessable one. */
const ownId = z.union([z.literal(''), IdPayment]).default('');

/** The content of a new payin or top-up (interface: Payment request). Fields that a payment method does not need are empty. */
export const NewIncoming = z.strictObject({
  profileName,
  idPayment: ownId,
  money: Money,
  paymentMethodCode: text(100),
  paymentOperatorCode: cell(100).default(''),
  accountName: cell(250).default(''),
  accountNumber: cell(100).default(''),
  emailAddress: OptionalEmailAddress.default(''),
  /** Where the customer is sent afterwards; empty: nowhere. */
  returnUrl: OptionalCallbackUrl.default(''),
  /** A note that stays in Bursar. */
  note: cell(250).default(''),
});
export type NewIncoming = z.output<typeof NewIncoming>;

/** A payin or top-up in a list. Times are ISO 8601 UTC. */
export const IncomingSummary = z.object({
  kind: IncomingKind,
  origin: IncomingOrigin,
  /** idPayin or idTopUp. */
  idPayment: z.string(),
  /** The ID that `batches.run` uses to send and track this one. */
  batchId: z.string(),
  profileName: z.string(),
  environment: Environment,
  money: ReportedMoney,
  state: PaymentState,
  /** process.status as the gateway returned it, shown unchanged. */
  gatewayStatus: z.string().nullable(),
  fee: ReportedMoney.nullable(),
  paymentMethodCode: z.string(),
  paymentOperatorCode: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  emailAddress: z.string(),
  note: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type IncomingSummary = z.infer<typeof IncomingSummary>;

/** How to pay by an offline method (interface: Payment detail, paymentMethodResponse). */
export const PayingInstructions = z.object({
  bankName: z.string().nullable(),
  branchName: z.string().nullable(),
  accountName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  money: ReportedMoney.nullable(),
  expireAt: z.string().nullable(),
  reference: z.string().nullable(),
  /** Where the gateway sends the customer, by its response; responses stored by an older version have none. */
  returnUrl: z.string().nullable().default(null),
});
export type PayingInstructions = z.output<typeof PayingInstructions>;

/** Whether there is more than an amount and a return address: these alone do not say how to pay. */
export function hasInstructions(instructions: PayingInstructions | null): instructions is PayingInstructions {
  if (instructions === null) return false;
  const { money: _money, returnUrl: _returnUrl, ...ways } = instructions;
  return Object.values(ways).some((value) => value !== null);
}

export const IncomingDetail = IncomingSummary.extend({
  callbackUrl: z.string(),
  returnUrl: z.string(),
  /** When Bursar stops polling a link or an unpaid order; null: it is not awaited. */
  awaitedUntil: z.string().nullable(),
  instructions: PayingInstructions.nullable(),
  /** The gateway's latest raw answer about it, and when it was asked for; null: it was never read. */
  lastAnswer: z.object({ at: z.string(), raw: z.string() }).nullable(),
  ...PaymentLife.shape,
});
export type IncomingDetail = z.infer<typeof IncomingDetail>;

/** Interface: Payment accounts. The same eight fields as given, and as collected. */
export const PaymentAccount = z.object({
  accountName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountType: z.string().nullable(),
  bankCode: z.string().nullable(),
  bankName: z.string().nullable(),
  bankBranch: z.string().nullable(),
  bankCity: z.string().nullable(),
  bankProvince: z.string().nullable(),
});
export type PaymentAccount = z.infer<typeof PaymentAccount>;

/** Filters payins and top-ups; null or empty sets no condition. */
const incomingFilter = {
  kind: IncomingKind.nullable().default(null),
  profileName: ProfileName.nullable().default(null),
  states: z.array(PaymentState).max(20).default([]),
  currencyCode: CurrencyCode.nullable().default(null),
  ...paymentDates,
  /** Part of a name, account, order ID, e-mail address or note, in any case. */
  search: z.string().min(1).max(250).nullable().default(null),
};

/**
 * One payin or top-up. `batchId` tells those apart whose order ID both the profile and a removed one of its name have; without it, the one of
 * the profile is meant.
 */
const which = { kind: IncomingKind, idPayment: text(250), profileName, batchId: BatchId.optional() };
const touchesWhich = ({
  batchId = null,
  ...payment
}: {
  readonly idPayment: string;
  readonly profileName?: string | undefined;
  readonly batchId?: string | undefined | null;
}) => [...touchesPayment(payment), ...touchesBatch({ batchId })];

export const incomingOperations = {
  /** Stores a payin and queues it: its intent is on disk before it leaves, like a payout's. */
  'payins.create': operation(NewIncoming, IncomingDetail, touchesProfile),
  'topups.create': operation(NewIncoming, IncomingDetail, touchesProfile),
  /**
   * Looks up an order ID that was created elsewhere and follows it from now on. `gatewayNotFound` if the gateway does not know
   * it; one that already exists here is returned as it is.
   */
  'incoming.follow': operation(
    z.strictObject({ kind: IncomingKind, idPayment: IdPayment, profileName, note: cell(250).default('') }),
    IncomingDetail,
    touchesProfile,
  ),
  /** Newest first; `after` is the `next` of the page before. */
  'incoming.list': operation(
    z.strictObject({ ...incomingFilter, after: text(1000).nullable().default(null), ...page }),
    z.object({ payments: z.array(IncomingSummary), next: z.string().nullable() }),
    touchesFiltered,
  ),
  /** The filtered payments as a file, newest first; cells that a spreadsheet would run as a formula are defused. Progress is reported as `export`. */
  'incoming.export': operation(
    z.strictObject({ ...incomingFilter, format: TableFormat }),
    ExportedTable,
    touchesFiltered,
  ),
  'incoming.show': operation(z.strictObject(which), IncomingDetail, touchesWhich),
  /** Asks the gateway about one now, regardless of its schedule. */
  'incoming.refresh': operation(z.strictObject(which), IncomingDetail, touchesWhich),
  /** Saves a person's decision about one; `decisions` of its detail lists the possible ones, any other is refused. */
  'incoming.decide': operation(
    z.strictObject({ ...which, decision: PersonDecision }),
    IncomingDetail,
    touchesWhich,
  ),
  /** Stops checking one that is only awaited: nobody has paid it. It becomes `cancelled`. */
  'incoming.stopFollowing': operation(z.strictObject(which), IncomingDetail, touchesWhich),
  /** GET /payins/{idPayin}/accounts: as given and as seen. */
  'payins.accounts': operation(
    z.strictObject({ idPayment: IdPayment, profileName }),
    z.object({
      customerAccountRequest: PaymentAccount.nullable(),
      customerAccountProcess: PaymentAccount.nullable(),
    }),
    touchesPayment,
  ),
  /** POST /payins/{idPayin}/!setExternalReference. */
  'payins.setReference': operation(
    z.strictObject({ idPayment: text(250), profileName, externalReference: text(250) }),
    IncomingDetail,
    touchesPayment,
  ),
} as const;
