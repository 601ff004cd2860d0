import { z } from 'zod';
import { Environment } from '../profile.ts';
import { CurrencyCode, PayableAmount, ReportedMoney } from '../money/money.ts';
import { Actor } from '../actor.ts';
import { cell, text } from '../operation.ts';
import { Cause } from './cause.ts';
import { PaymentState, PersonDecision } from './payment-states.ts';
import { orderIdPattern } from './order-id.ts';
import { PaymentProblem } from './problem.ts';

export * from './payment-states.ts';

export const IdPayment = z
  .string()
  .regex(orderIdPattern, 'an order ID has 1 to 250 letters, digits, _ and -');

/**
 * One intended payout, as read from a file or typed in (interface: Payment request). Fields that a payment
 * method does not need are empty strings. `reference` stays in Bursar: the interface has no field for it.
 */
export const PayoutRow = z.object({
  amount: PayableAmount,
  currencyCode: CurrencyCode,
  paymentMethodCode: text(100),
  accountName: cell(250),
  accountNumber: cell(100),
  paymentOperatorCode: cell(100),
  emailAddress: cell(254),
  /** The order ID from the file; empty: Bursar generates `<batch>-<row number>`. */
  idPayout: z.union([z.literal(''), IdPayment]),
  reference: cell(250),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

/** A payout in a list. Times are ISO 8601 UTC. */
export const PayoutSummary = z.object({
  idPayout: z.string(),
  batchId: z.string(),
  rowNumber: z.number().int(),
  money: z.object({ amount: z.string(), currencyCode: z.string() }),
  state: PaymentState,
  /** process.status as the gateway returned it, shown unchanged. */
  gatewayStatus: z.string().nullable(),
  fee: ReportedMoney.nullable(),
  accountName: z.string(),
  accountNumber: z.string(),
  paymentMethodCode: z.string(),
  profileName: z.string(),
  reference: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PayoutSummary = z.infer<typeof PayoutSummary>;

/** One appended event: a change of state with its cause (invariant I6). */
export const EventRecord = z.object({
  sequence: z.number().int(),
  at: z.string(),
  from: PaymentState.nullable(),
  to: PaymentState.nullable(),
  /** In words; `reason` says the same as a code with its parameters. */
  cause: z.string(),
  reason: Cause,
  /** Who it is recorded under; null if Bursar acted by itself, or if unknown. */
  actor: Actor.nullable(),
  /** Its raw detail: the gateway's answer, or the hash of what was sent. */
  detail: z.string().nullable(),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** One request that created, or tried to create, a payment, with the exact body and the answer. */
export const AttemptRecord = z.object({
  number: z.number().int(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  body: z.string(),
  status: z.number().int().nullable(),
  answer: z.string().nullable(),
});
export type AttemptRecord = z.infer<typeof AttemptRecord>;

/** The gateway's data about a payment besides its status (interface: Payment detail, process); null if it gave none. */
export const GatewayReport = z.object({
  /** process.createdAt. */
  gatewayCreatedAt: z.string().nullable(),
  /** process.processedAt. */
  processedAt: z.string().nullable(),
  /** process.isTest. */
  isTest: z.boolean().nullable(),
});
export type GatewayReport = z.infer<typeof GatewayReport>;

/** The payout that covers a row through its retries. */
export const RetriedBy = z.object({
  idPayout: z.string(),
  batchId: z.string(),
  state: PaymentState,
  /** Whether it is paid, and the gateway has reported nothing else since. */
  isPaid: z.boolean(),
  /** Whether it was created before this payout, as another retry, so that it does not retry this one. */
  isEarlier: z.boolean(),
});
export type RetriedBy = z.infer<typeof RetriedBy>;

/** Why Bursar does not ask about a payment that failed, is in conflict or was marked as not accepted by itself: its profile was removed, or has no key on this computer; or 90 days are over. */
export const Unasked = z.enum(['profileRemoved', 'prepareOnly', 'ended']);
export type Unasked = z.infer<typeof Unasked>;

/** What is known of any payment besides what is to be paid. */
export const PaymentLife = z.object({
  /** Whether the profile was removed: another one may have its name. Nothing is asked about the payment until the profile is added again. */
  isProfileRemoved: z.boolean(),
  problem: PaymentProblem.nullable(),
  /** The gateway's own code if it gave one, otherwise Bursar's; and the complete problem in words. */
  problemCode: z.string().nullable(),
  problemMessage: z.string().nullable(),
  /** The decisions that a person can make about it now; empty if there is nothing to decide. */
  decisions: z.array(PersonDecision),
  /** Whether a request to create it may have left Bursar, including one that older records do not show. */
  wasSent: z.boolean(),
  unasked: Unasked.nullable(),
  ...GatewayReport.shape,
  events: z.array(EventRecord),
  attempts: z.array(AttemptRecord),
});
export type PaymentLife = z.infer<typeof PaymentLife>;

export const PayoutDetail = PayoutSummary.extend({
  environment: Environment,
  /** When its batch was released; null if it was not. */
  releasedAt: z.string().nullable(),
  paymentOperatorCode: z.string(),
  emailAddress: z.string(),
  retryOf: z.string().nullable(),
  /** The batch of `retryOf`, which tells it from a payout of another profile with the same name and order ID. */
  retryOfBatchId: z.string().nullable(),
  /** The payout that covers the row through its retries; null if it was never retried. */
  retriedBy: RetriedBy.nullable(),
  /** If it is paid: the order ID of another payout for its row that is paid, too. */
  paidToo: z.string().nullable(),
  /** Whether a retry of it may be drafted now. */
  isRetriable: z.boolean(),
  ...PaymentLife.shape,
});
export type PayoutDetail = z.infer<typeof PayoutDetail>;
