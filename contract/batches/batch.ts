import { z } from 'zod';
import { CurrencyTotal } from '../money/money.ts';
import { PaymentState, PersonDecision, RetriedBy } from '../payments/payment.ts';
import { ErrorCode } from '../errors.ts';
import { Environment } from '../profile.ts';
import { PayeeFindingCount } from '../payees/findings.ts';
import { PaymentProblem } from '../payments/problem.ts';

/**
 * `importing` is invisible and vanishes with a crash; `releasing` means that a person has released the batch
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
  /** Null where the state says it all. */
  problem: PaymentProblem.nullable(),
  /** The gateway's own code where it gave one, else Bursar's. */
  code: z.string(),
  message: z.string(),
  /** What a person may decide about it now. */
  decisions: z.array(PersonDecision),
  /** What stands for the row by its retries; null where it was never retried. */
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
  /** How many of the failed and rejected payouts were paid by a retry of theirs; null: too many to tell. */
  paidByRetry: z.number().int().nullable(),
  /**
   * How many rejected payouts that no retry paid were paid outside this history, under their order ID, before a person decided to pay
   * the row again; null: too many to tell.
   */
  paidOutside: z.number().int().nullable(),
  /** How many accepted payouts the gateway has not said for more than a day what became of. */
  unanswered: z.number().int(),
  totals: z.array(CurrencyTotal),
  /** SHA-256 over all rows as they stand: a release names the hash that the person saw (invariant I4). */
  rowsHash: z.string(),
  /** Whether a person holds back what is not sent yet. */
  isPaused: z.boolean(),
  /** The sheet that this draft was prepared from; null where there is none. */
  sheetId: z.string().nullable(),
  createdAt: z.string(),
  releasedAt: z.string().nullable(),
  /** When Bursar releases this draft; null where it releases nothing by itself. */
  scheduledFor: z.string().nullable(),
  /** A schedule that needs a person, since the release was refused at its time or a backup was restored. */
  heldSchedule: z.object({ scheduledFor: z.string(), error: ErrorCode, message: z.string() }).nullable(),
});
export type BatchSummary = z.infer<typeof BatchSummary>;

export const BatchReport = BatchSummary.extend({
  /** What each state comes to, per currency. */
  totalsByState: z.array(z.object({ state: PaymentState, totals: z.array(CurrencyTotal) })),
  /** Of the rejected ones, what was paid outside this history, per currency. */
  totalsPaidOutside: z.array(CurrencyTotal),
  /** The fees that the gateway has told so far, per currency. */
  fees: z.array(CurrencyTotal),
  problems: z.array(BatchProblem),
  /** Failed and rejected payouts that no other payout stands for: what a retry would take. */
  retriable: z.number().int(),
  /** How many further problems were left out. */
  problemsLeftOut: z.number().int(),
  /** Who prepared it and who released it, in words; null where that is not known, or did not happen. */
  preparedBy: z.string().nullable(),
  releasedBy: z.string().nullable(),
  /** The ID of the pain.001 that it came from; null where it came otherwise. */
  messageId: z.string().nullable(),
});
export type BatchReport = z.infer<typeof BatchReport>;

/** What a release pays to one payee in one currency. */
export const ReleasedPayee = z.object({
  accountName: z.string(),
  /** The account; where there is none the e-mail address; empty where there is neither. */
  account: z.string(),
  currencyCode: z.string(),
  amount: z.string(),
  payouts: z.number().int(),
  /** Whether this profile never paid to it before: a new payee, or changed bank details. */
  isNew: z.boolean(),
});
export type ReleasedPayee = z.infer<typeof ReleasedPayee>;

/** What a person is told before money moves (invariant I5); every face shows all of it. */
export const ReleaseSummary = z.object({
  batchId: z.string(),
  fileName: z.string(),
  profileName: z.string(),
  environment: Environment,
  baseUrl: z.string(),
  merchantCode: z.string(),
  rows: z.number().int(),
  totals: z.array(CurrencyTotal),
  /** Whom it pays, so that other accounts behind the same totals are seen; `largest` has the largest of each currency. */
  payees: z.object({
    count: z.number().int(),
    newOrChanged: z.number().int(),
    /** What a check finds about them. */
    findings: z.array(PayeeFindingCount),
    largest: z.array(ReleasedPayee),
  }),
  /** How often the gateway ended payouts that these rows retry with which status; an empty one: with none. */
  retried: z.array(z.object({ status: z.string(), count: z.number().int() })),
  /** Rows that repeat an earlier payout or row, and that a person confirmed: all of them where the whole file was released before. */
  heldRows: z.number().int(),
  /** Other rows that may repeat one, confirmed too. */
  possibleRows: z.number().int(),
  /** Shortest time that sending can take at the gateway's rate limit. */
  durationSeconds: z.number(),
  rowsHash: z.string(),
  /** When the payouts are released; null: now. */
  scheduledFor: z.string().nullable(),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;
