import { z } from 'zod';
import { dayMs } from '../duration.ts';
import { BatchId, ExactTime, FileBytes, operation, page, text } from '../operation.ts';
import { PayeeFindings } from '../payees/findings.ts';
import { ProfileName } from '../profile.ts';
import { IncomingKind } from '../receiving/incoming.ts';
import { FloorHold } from '../treasury/floor-hold.ts';
import { touchesBatch, touchesBatches, touchesNothing, touchesProfile } from '../touches.ts';
import { BatchFindings } from './batch-findings.ts';
import { BatchReport, BatchSummary } from './batch.ts';
import { BatchComparison } from './comparison.ts';
import { DuplicateConfirmation, Duplicates } from './duplicates.ts';
import { FileNote } from './file-note.ts';
import { PayoutFileBytes, TablePlace } from './sheet.ts';
import { MethodRules } from './source.ts';

const batchId = BatchId;

/**
 * How a run ended: all as asked; a person stopped it; a floor holds the rest; the gateway stayed silent; it refuses this merchant; or it could not be reached, or
 * refused, before anything was sent.
 */
export const RunOutcome = z.enum(['done', 'stopped', 'held', 'silent', 'refused', 'notBegun']);
export type RunOutcome = z.infer<typeof RunOutcome>;

const payoutFile = z.strictObject({
  profileName: ProfileName.optional(),
  fileName: text(1024),
  bytes: PayoutFileBytes,
  /** What chooses the methods of a payment file (pain.001); absent: what was chosen for this profile before. */
  methodRules: MethodRules.optional(),
  place: TablePlace.optional(),
});

/** When a run ends by itself. `still`: all is final, or nothing became known of any payment for `silenceLimitMs`. */
const RunUntil = z.enum(['sent', 'still', 'final']);
export type RunUntil = z.infer<typeof RunUntil>;

export const batchOperations = {
  /**
   * Reads a file into a draft batch, all rows or none. The same file again gives the draft that it already made.
   * Nothing is sent.
   */
  'batches.import': operation(
    payoutFile,
    z.object({ batch: BatchSummary, notes: z.array(FileNote) }),
    touchesProfile,
  ),
  /** Everything that a check finds about a draft, in one list: wrong cells, duplicates, payees, methods, limits and funds. */
  'batches.findings': operation(z.strictObject({ batchId }), BatchFindings, touchesBatch),
  /** How a draft differs from the last comparable batch; null where there is none. */
  'batches.comparison': operation(z.strictObject({ batchId }), BatchComparison.nullable(), touchesBatch),
  /** As `batches.findings`, of a file of which nothing is kept; what is wrong with its cells is listed, too. */
  'batches.checkFile': operation(payoutFile, BatchFindings, touchesProfile),
  /** What a check finds about whom a draft pays; what blocks by the policy refuses its release. */
  'payees.findings': operation(z.strictObject({ batchId }), PayeeFindings, touchesBatch),
  'batches.duplicates': operation(z.strictObject({ batchId }), Duplicates, touchesBatch),
  /**
   * Releases a draft, once (I3), for exactly these rows (I4), after the gateway let this merchant in and a person
   * confirmed outside the page (I5). Sending begins with `batches.run`. With `at` it stays a draft until then, when everything is
   * checked again.
   */
  'batches.release': operation(
    z.strictObject({
      batchId,
      rowsHash: text(128),
      /** What of `batches.duplicates` a person says is intended; where anything else was found, nothing is released. */
      confirmed: DuplicateConfirmation.nullable().default(null),
      at: ExactTime.nullable().optional(),
    }),
    BatchSummary,
    touchesBatch,
  ),
  /**
   * Sends and tracks the payments of these batches, or of every unfinished one, until all are sent or final, the call is
   * stopped, or the gateway has been silent for too long. Where none is named, payins and top-ups are sent and not waited for any
   * longer: it is customers who pay them. `batchIds` are batches of payouts, `incoming` the payins and top-ups.
   */
  'batches.run': operation(
    z.strictObject({
      batchIds: z.array(batchId).max(10_000).nullable(),
      until: RunUntil,
      silenceLimitMs: z.number().int().min(1).max(dayMs),
      /** Ends at once as `notBegun` when the gateway cannot be reached or refuses this merchant; else it is asked until it answers. */
      mustReach: z.boolean().default(false),
    }),
    z.object({
      outcome: RunOutcome,
      /** What a floor holds; null: nothing. */
      held: FloorHold.nullable(),
      message: z.string().nullable(),
      /** Whether the gateway does not accept the authentication of a merchant: nothing goes on until a person has seen to that. */
      isMerchantRefused: z.boolean(),
      batchIds: z.array(z.string()),
      incoming: z.array(z.object({ kind: IncomingKind, idPayment: z.string(), profileName: z.string() })),
    }),
    touchesBatches,
  ),
  'batches.list': operation(
    z.strictObject({ after: batchId.nullable().default(null), ...page }),
    z.array(BatchSummary),
    touchesNothing,
  ),
  'batches.summary': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  'batches.show': operation(z.strictObject({ batchId }), BatchReport, touchesBatch),
  /** Cancels what is not sent yet. What is on its way goes on. */
  'batches.cancel': operation(
    z.strictObject({ batchId }),
    z.object({ cancelledRows: z.number().int() }),
    touchesBatch,
  ),
  /** A new draft of the failed and rejected rows, under new order IDs that are linked to the old ones. */
  'batches.retry': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  /** Decides about every payout of a batch that was sent outside this history. */
  'batches.decide': operation(
    z.strictObject({ batchId, decision: z.enum(['adopt', 'payAgain']) }),
    z.object({ decidedRows: z.number().int() }),
    touchesBatch,
  ),
  'batches.export': operation(
    /** CSV and XLSX have every row with what became of it; `pdf` is the report that people print; `pain.002`: what became of the payments of a pain.001, for the program that sent it. */
    z.strictObject({ batchId, format: z.enum(['csv', 'xlsx', 'pdf', 'pain.002']).default('csv') }),
    /** `leftOut`: rows of the batch that did not come in the message, which a pain.002 cannot answer. */
    z.object({ bytes: FileBytes, rows: z.number().int(), leftOut: z.number().int() }),
    touchesBatch,
  ),
  /** Sends nothing new of this batch until it is resumed, also after a restart. What was sent is still asked about. */
  'batches.pause': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  'batches.resume': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
} as const;
