import { z } from 'zod';
import { dayMs } from '../duration.ts';
import { BatchId, ExactTime, FileBytes, operation, page, search, text } from '../operation.ts';
import { PayeeFindings } from '../payees/findings.ts';
import { ProfileName } from '../profile.ts';
import { IncomingKind } from '../receiving/incoming.ts';
import { FloorHold } from '../treasury/floor-hold.ts';
import { touchesBatch, touchesBatches, touchesNothing, touchesProfile } from '../touches.ts';
import { BatchFindings } from './batch-findings.ts';
import { BatchReport, BatchState, BatchSummary } from './batch.ts';
import { BatchComparison } from './comparison.ts';
import { DuplicateConfirmation, Duplicates } from './duplicates.ts';
import { FileNote } from './file-note.ts';
import { PayoutFileBytes, TablePlace } from './sheet.ts';
import { MethodRules } from './source.ts';

const batchId = BatchId;

/**
 * How a run ended: everything done; a person stopped it; a floor holds the rest; the gateway did not answer; it refuses this merchant; or it could not be reached, or
 * refused, before anything was sent.
 */
export const RunOutcome = z.enum(['done', 'stopped', 'held', 'silent', 'refused', 'notBegun']);
export type RunOutcome = z.infer<typeof RunOutcome>;

const payoutFile = z.strictObject({
  profileName: ProfileName.optional(),
  fileName: text(1024),
  bytes: PayoutFileBytes,
  /** Chooses the methods of a payment file (pain.001); absent: the profile's previous choice. */
  methodRules: MethodRules.optional(),
  place: TablePlace.optional(),
});

/** When a run ends by itself. `still`: everything is final, or nothing became known about any payment for `silenceLimitMs`. */
const RunUntil = z.enum(['sent', 'still', 'final']);
export type RunUntil = z.infer<typeof RunUntil>;

export const batchOperations = {
  /**
   * Reads a file into a draft batch, all rows or none. The same file again returns its existing draft.
   * Nothing is sent.
   */
  'batches.import': operation(
    payoutFile,
    z.object({ batch: BatchSummary, notes: z.array(FileNote) }),
    touchesProfile,
  ),
  /** All findings about a draft, in one list: wrong cells, duplicates, payees, methods, limits and funds. */
  'batches.findings': operation(z.strictObject({ batchId }), BatchFindings, touchesBatch),
  /** The difference of a draft from the last comparable batch; null if there is none. */
  'batches.comparison': operation(z.strictObject({ batchId }), BatchComparison.nullable(), touchesBatch),
  /** Like `batches.findings`, for a file that is not kept; problems in its cells are listed, too. */
  'batches.checkFile': operation(payoutFile, BatchFindings, touchesProfile),
  /** Findings about the payees of a draft; findings that the policy blocks refuse its release. */
  'payees.findings': operation(z.strictObject({ batchId }), PayeeFindings, touchesBatch),
  'batches.duplicates': operation(z.strictObject({ batchId }), Duplicates, touchesBatch),
  /**
   * Releases a draft, once (I3), for exactly these rows (I4), after the gateway accepted the authentication and a person
   * confirmed outside the page (I5). Sending begins with `batches.run`. With `at` it stays a draft until then, when everything is
   * checked again.
   */
  'batches.release': operation(
    z.strictObject({
      batchId,
      rowsHash: text(128),
      /** The findings of `batches.duplicates` that a person confirms; if there are any others, nothing is released. */
      confirmed: DuplicateConfirmation.nullable().default(null),
      at: ExactTime.nullable().optional(),
    }),
    BatchSummary,
    touchesBatch,
  ),
  /**
   * Sends and tracks the payments of these batches, or of every unfinished one, until all are sent or final, the call is
   * stopped, or the gateway has not answered for too long. If none is named, payins and top-ups are sent but not tracked to their
   * end, because customers pay them. `batchIds` are batches of payouts, `incoming` the payins and top-ups.
   */
  'batches.run': operation(
    z.strictObject({
      batchIds: z.array(batchId).max(10_000).nullable(),
      until: RunUntil,
      silenceLimitMs: z.number().int().min(1).max(dayMs),
      /** Ends at once as `notBegun` if the gateway cannot be reached or refuses this merchant; otherwise keeps asking until it answers. */
      mustReach: z.boolean().default(false),
    }),
    z.object({
      outcome: RunOutcome,
      /** The batch that a floor holds; null: none. */
      held: FloorHold.nullable(),
      message: z.string().nullable(),
      /** Whether the gateway does not accept the authentication of a merchant: nothing continues until a person fixes that. */
      isMerchantRefused: z.boolean(),
      batchIds: z.array(z.string()),
      incoming: z.array(z.object({ kind: IncomingKind, idPayment: z.string(), profileName: z.string() })),
    }),
    touchesBatches,
  ),
  /** Newest first; `search`: part of the file name, whatever its case and accents, or of the batch ID. */
  'batches.list': operation(
    z.strictObject({
      search,
      after: batchId.nullable().default(null),
      ...page,
    }),
    z.array(BatchSummary),
    touchesNothing,
  ),
  'batches.summary': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  'batches.show': operation(z.strictObject({ batchId }), BatchReport, touchesBatch),
  /**
   * Cancels unsent payouts. Payouts in progress continue; if requests are in doubt, the batch is paused, so that none is repeated. `state` of the batch afterwards: `cancelled` if it was never released.
   */
  'batches.cancel': operation(
    z.strictObject({ batchId }),
    z.object({ cancelledRows: z.number().int(), state: BatchState }),
    touchesBatch,
  ),
  /** A new draft of the failed and rejected rows, under new order IDs that are linked to the old ones. */
  'batches.retry': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  /** Decides about every payout of a batch that was sent outside this history. */
  'batches.decide': operation(
    /** `outsideHash`: that of the report that was shown; if those payouts are others by now, nothing is decided. */
    z.strictObject({
      batchId,
      decision: z.enum(['adopt', 'payAgain']),
      outsideHash: z.string().optional(),
    }),
    z.object({ decidedRows: z.number().int() }),
    touchesBatch,
  ),
  'batches.export': operation(
    /** CSV and XLSX have every row with its outcome; `pdf` is the printable report; `pain.002` is the outcome of a pain.001's payments, for the program that sent it. */
    z.strictObject({ batchId, format: z.enum(['csv', 'xlsx', 'pdf', 'pain.002']).default('csv') }),
    /** `leftOut`: rows of the batch that did not come in the message, which a pain.002 cannot answer. */
    z.object({ bytes: FileBytes, rows: z.number().int(), leftOut: z.number().int() }),
    touchesBatch,
  ),
  /** Sends nothing new of this batch until it is resumed, also after a restart. Sent payouts are still polled. */
  'batches.pause': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  'batches.resume': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
} as const;
