import { z } from 'zod';
import { CurrencyTotal } from '../money/money.ts';
import { PaymentState, PersonDecision, RetriedBy } from '../payments/payment.ts';
import { ErrorCode } from '../errors.ts';
import { Environment } from '../profile.ts';
import { Duplicates } from './duplicates.ts';
import { PayeeFindingCount } from '../payees/findings.ts';
import { PaymentProblem } from '../payments/problem.ts';

/**
 * `importing` is invisible and disappears with a crash; `releasing` means that a person has released the batch
 * and its rows are being queued; `released` that all of them are.
 */
export const BatchState = z.enum(['importing', 'draft', 'releasing', 'released', 'cancelled']);
export type BatchState = z.infer<typeof BatchState>;

/** A payment that needs a person, or that Bursar is still finding out about. */
export const BatchProblem = z.object({
  rowNumber: z.number().int(),
  idPayout: z.string(),
  state: PaymentState,
  money: z.object({ amount: z.string(), currencyCode: z.string() }),
  accountName: z.string(),
  /** Null if the state says it all. */
  problem: PaymentProblem.nullable(),
  /** The gateway's own code if it gave one, otherwise Bursar's. */
  code: z.string(),
  message: z.string(),
  /** The decisions that a person can make about it now. */
  decisions: z.array(PersonDecision),
  /** The payout that covers the row through its retries; null if it was never retried. */
  retriedBy: RetriedBy.nullable(),
});
export type BatchProblem = z.infer<typeof BatchProblem>;

export const BatchSummary = z.object({
  batchId: z.string(),
  profileName: z.string(),
  environment: Environment,
  fileName: z.string(),
  state: BatchState,
  rows: z.number().int(),
  byState: z.partialRecord(PaymentState, z.number().int()),
  /** How many of the failed and rejected payouts were paid by a retry; null: too many to count. */
  paidByRetry: z.number().int().nullable(),
  /**
   * How many rejected payouts without a paid retry were paid outside this history, under their order ID, before a person decided to pay
   * the row again; null: too many to count.
   */
  paidOutside: z.number().int().nullable(),
  /** How many payouts were cancelled before they were sent, as another payout that is paid now had been sent for their row; null: as above. */
  paidByOther: z.number().int().nullable(),
  /** How many accepted payouts have had no outcome from the gateway for more than a day. */
  unanswered: z.number().int(),
  totals: z.array(CurrencyTotal),
  /** SHA-256 over all current rows: a release names the hash that the person saw (invariant I4). */
  rowsHash: z.string(),
  /** Whether a person has paused its unsent payouts. */
  isPaused: z.boolean(),
  /** The sheet that this draft was prepared from; null if there is none. */
  sheetId: z.string().nullable(),
  createdAt: z.string(),
  releasedAt: z.string().nullable(),
  /** When Bursar releases this draft; null if it is not scheduled. */
  scheduledFor: z.string().nullable(),
  /** A schedule that needs a person, because the release was refused when due or a backup was restored. */
  heldSchedule: z.object({ scheduledFor: z.string(), error: ErrorCode, message: z.string() }).nullable(),
});
export type BatchSummary = z.infer<typeof BatchSummary>;

/** Rows for which two payouts were paid: how many, and the first ones with the order ID of the other payout. */
const PaidTwice = z.object({
  count: z.number().int(),
  named: z.array(z.object({ rowNumber: z.number().int(), paidToo: z.string() })),
});
export type PaidTwice = z.infer<typeof PaidTwice>;

export const BatchReport = BatchSummary.extend({
  totalsByState: z.array(z.object({ state: PaymentState, totals: z.array(CurrencyTotal) })),
  /** Of the rejected ones, the amount paid outside this history, per currency. */
  totalsPaidOutside: z.array(CurrencyTotal),
  /** Names the payouts that were sent outside this history, with what is known of them: a decision about all of them covers only these. */
  outsideHash: z.string(),
  paidTwice: PaidTwice,
  /** The fees that the gateway has reported so far, per currency. */
  fees: z.array(CurrencyTotal),
  /** Whether its profile was removed: nothing of it is asked or retried until the profile is added again. */
  isProfileRemoved: z.boolean(),
  problems: z.array(BatchProblem),
  /** Failed and rejected payouts that no other payout covers: the rows of a retry. */
  retriable: z.number().int(),
  /** How many further problems were left out. */
  problemsLeftOut: z.number().int(),
  /** Who prepared it and who released it, in words; null if unknown, or if it did not happen. */
  preparedBy: z.string().nullable(),
  releasedBy: z.string().nullable(),
  /** The ID of the pain.001 that it came from; null if it did not. */
  messageId: z.string().nullable(),
});
export type BatchReport = z.infer<typeof BatchReport>;

/** The total that a release pays to one payee in one currency. */
export const ReleasedPayee = z.object({
  accountName: z.string(),
  /** The account; without one the e-mail address; empty without either. */
  account: z.string(),
  currencyCode: z.string(),
  amount: z.string(),
  payouts: z.number().int(),
  /** Whether this profile never paid to it before: what others paid and what a list had does not count. */
  isFirstTime: z.boolean(),
});
export type ReleasedPayee = z.infer<typeof ReleasedPayee>;

/** A payee by name and account; without an account the e-mail address. */
const NamedPayee = ReleasedPayee.pick({ accountName: true, account: true });

/** What a person has to see of the retries in a draft before they are released. */
export const retryFacts = {
  /** How often the gateway ended payouts that these rows retry with which status; an empty one means without a status. */
  retried: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** Retries that pay somebody else than the payout for their row was to: how many, and the first of them. */
  otherPayees: z.object({
    count: z.number().int(),
    first: z.array(z.object({ rowNumber: z.number().int(), payee: NamedPayee, insteadOf: NamedPayee })),
  }),
};

/** Shown to a person before money moves (invariant I5); every face shows all of it. */
export const ReleaseSummary = z.object({
  batchId: z.string(),
  fileName: z.string(),
  profileName: z.string(),
  environment: Environment,
  baseUrl: z.string(),
  merchantCode: z.string(),
  rows: z.number().int(),
  totals: z.array(CurrencyTotal),
  /** Its payees, so that changed accounts behind the same totals are noticed; `largest` has the largest of each currency. */
  payees: z.object({
    count: z.number().int(),
    /** How many of them this profile never paid before. */
    firstTime: z.number().int(),
    /** The findings of a check about them, which know what every profile of the environment paid, and lists. */
    findings: z.array(PayeeFindingCount),
    largest: z.array(ReleasedPayee),
  }),
  ...retryFacts,
  /** The last row, if it looks like the total of the others. */
  totalRow: z.number().int().nullable(),
  /** The earlier release of the same rows, or of a payment file with the same message ID, confirmed by a person. */
  sameFileAs: Duplicates.shape.sameFileAs,
  /** Rows that repeat an earlier payout or row, confirmed by a person: all of them if the same rows were released before. */
  heldRows: z.number().int(),
  /** Other rows that may repeat one, confirmed too. */
  possibleRows: z.number().int(),
  /** The shortest time that sending can take at the gateway's rate limit. */
  durationSeconds: z.number(),
  rowsHash: z.string(),
  /** When the payouts are released; null: now. */
  scheduledFor: z.string().nullable(),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;
