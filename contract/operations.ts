import { dayMs } from './duration.ts';
import { Check } from './maintenance/check.ts';
import { z } from 'zod';
import { FileNote } from './batches/file-note.ts';
import { approvalFolderOperations } from './approvals/approval-folder.ts';
import { approvalOperations } from './approvals/approval-operations.ts';
import { auditOperations } from './audit.ts';
import { evidenceOperations } from './evidence/evidence.ts';
import { BatchReport, BatchSummary } from './batches/batch.ts';
import { callbackOperations } from './receiving/callbacks.ts';

import { DuplicateConfirmation, Duplicates } from './batches/duplicates.ts';
import { BatchComparison } from './batches/comparison.ts';
import { BatchFindings } from './batches/batch-findings.ts';
import { historyOperations } from './payments/history.ts';
import { IncomingKind, incomingOperations } from './receiving/incoming.ts';
import { linkOperations } from './receiving/links.ts';
import { BatchId, FileBytes, nothing, operation, page, text } from './operation.ts';
import { CallbackUrl, Environment, GatewayUrl, Profile, ProfileName, PublicKey } from './profile.ts';
import { PayeeFindings } from './payees/findings.ts';
import { payeeOperations } from './payees/payee.ts';
import { referenceOperations } from './reference.ts';
import { settingsOperations } from './settings.ts';
import { largestFileBytes, PayoutFileBytes, TablePlace } from './batches/sheet.ts';
import { sheetOperations } from './batches/sheet-operations.ts';
import { ReleaseTime, scheduleOperations } from './batches/schedule.ts';
import { MethodRules } from './batches/source.ts';
import { sheetFindingOperations } from './batches/sheet-findings.ts';
import { bookOperations } from './treasury/books.ts';
import { ErrorCode } from './errors.ts';
import { FloorHold } from './treasury/floor-hold.ts';
import { flowOperations } from './treasury/flows.ts';
import { positionOperations } from './treasury/position.ts';
import { statementOperations } from './treasury/statement.ts';
import { treasuryOperations } from './treasury.ts';
import {
  touchesBatch,
  touchesBatches,
  touchesComputer,
  touchesNamedProfile,
  touchesNothing,
  touchesProfile,
} from './touches.ts';

export { largestFileBytes };

const batchId = BatchId;
/** The only profile where none is named; an error where there are several. */
const profileName = ProfileName.optional();

const KeySource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('generate'),
    modulusBits: z.union([z.literal(2048), z.literal(3072), z.literal(4096)]),
  }),
  /** The main process reads the file; its bytes never pass through a face (invariant I8). */
  z.strictObject({
    kind: z.literal('import'),
    path: text(4096),
    passphrase: z.string().max(1024).nullable(),
  }),
]);

export type KeySource = z.infer<typeof KeySource>;

/** What a new profile proves itself with: a key, or the deprecated merchant secret (interface: Authentication 4), which goes into the OS keychain. */
const NewProfileKey = z.discriminatedUnion('kind', [
  ...KeySource.options,
  z.strictObject({ kind: z.literal('secret'), secret: text(500) }),
]);

/**
 * How a run ended: all as asked; a person stopped it; a floor holds the rest; the gateway stayed silent; it refuses this merchant; or it could not be reached, or
 * refused, before anything was sent.
 */
export const RunOutcome = z.enum(['done', 'stopped', 'held', 'silent', 'refused', 'notBegun']);
export type RunOutcome = z.infer<typeof RunOutcome>;

const payoutFile = z.strictObject({
  profileName,
  fileName: text(1024),
  bytes: PayoutFileBytes,
  /** What chooses the methods of a payment file (pain.001); absent: what was chosen for this profile before. */
  methodRules: MethodRules.optional(),
  place: TablePlace.optional(),
});

/**
 * Every operation of Bursar, by name. An operation is added by writing it here and implementing it in
 * `main/core`; every face has it at once.
 */
export const operations = {
  'profiles.list': operation(nothing, z.array(Profile), touchesNothing),
  /** Adds a profile, with a key made or imported into the OS keychain, or with none. */
  'profiles.add': operation(
    z.strictObject({
      name: ProfileName,
      environment: Environment,
      baseUrl: GatewayUrl,
      merchantCode: text(250),
      callbackUrl: CallbackUrl,
      paymentPageUrl: GatewayUrl.nullable().default(null),
      key: NewProfileKey,
      /** Batches are prepared here and released on another computer: no key, and no release. */
      isPrepareOnly: z.boolean().default(false),
    }),
    z.object({ profile: Profile, publicKey: PublicKey.nullable() }),
    ({ environment }) => [{ kind: 'profile', environment }],
  ),
  'profiles.show': operation(
    z.strictObject({ profileName }),
    z.object({ profile: Profile, publicKey: PublicKey.nullable() }),
    touchesProfile,
  ),
  /**
   * Changes the name, the callback address or the address of the payment page, which stays where it is left out. What is prepared or
   * sent already keeps the callback address that it was made with.
   */
  'profiles.edit': operation(
    z.strictObject({
      name: ProfileName,
      newName: ProfileName,
      callbackUrl: CallbackUrl,
      paymentPageUrl: GatewayUrl.nullable().optional(),
    }),
    Profile,
    touchesNamedProfile,
  ),
  /** Puts another key in the place of the one that is stored; the gateway must be given its public key before it lets the merchant in again. */
  'profiles.replaceKey': operation(
    z.strictObject({ name: ProfileName, key: KeySource }),
    z.object({ publicKey: PublicKey.nullable() }),
    touchesNamedProfile,
  ),
  /** Removes a profile and its key; refused while payouts of it are unfinished. The history stays. */
  'profiles.remove': operation(z.strictObject({ name: ProfileName }), nothing, touchesNamedProfile),
  /** Tries the connection step by step and says what each step found. */
  'profiles.test': operation(z.strictObject({ profileName }), z.array(Check), touchesProfile),

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
      at: ReleaseTime.nullable().optional(),
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
      until: z.enum(['sent', 'final']),
      silenceLimitMs: z.number().int().min(1).max(dayMs),
      /** Ends at once as `notBegun` when the gateway cannot be reached or refuses this merchant; else it is asked until it answers. */
      mustReach: z.boolean().default(false),
    }),
    z.object({
      outcome: RunOutcome,
      /** What a floor holds; null: nothing. */
      held: FloorHold.nullable(),
      message: z.string().nullable(),
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

  /**
   * Sends and tracks every released batch that is not paused, in the background, from now on until `runner.stop`: those that are
   * unfinished now, and each one as it is released. Callbacks are listened for as long, where a person has turned that on.
   */
  'runner.start': operation(nothing, nothing, touchesNothing),
  /** Comes to a clean stop: what is on its way is waited for and recorded; nothing new is sent, and no callback is listened for. */
  'runner.stop': operation(nothing, nothing, touchesNothing),
  /** `problems` says for which profile sending stands still, and why. */
  'runner.state': operation(
    nothing,
    z.object({
      isRunning: z.boolean(),
      /** Released batches of payouts that still have something to send or to ask about. */
      batchIds: z.array(z.string()),
      problems: z.array(z.object({ profileName: z.string(), code: ErrorCode, message: z.string() })),
    }),
    touchesNothing,
  ),
  /**
   * How many payouts, payins and top-ups the background still has to send, or is in doubt about; 0 while it does not run. What a person paused
   * is not counted, nor what the gateway accepted.
   */
  'runner.unsent': operation(nothing, z.object({ count: z.number().int() }), touchesNothing),
  /** Sends nothing new of this batch until it is resumed, also after a restart. What was sent is still asked about. */
  'batches.pause': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),
  'batches.resume': operation(z.strictObject({ batchId }), BatchSummary, touchesBatch),

  /** Starts the embedded sandbox with a profile, a throw-away key and a sample batch; gives the one that is there already. */
  'trial.begin': operation(nothing, Profile, touchesNothing),
  /** Whether the gateway of a profile answered when it was last asked; null: not asked yet. */
  'gateway.state': operation(
    z.strictObject({ profileName }),
    z.object({
      isReachable: z.boolean().nullable(),
      since: z.string().nullable(),
      message: z.string().nullable(),
    }),
    touchesProfile,
  ),

  /** Also compares derived data (history index, search, counts, payees) with its source. Progress is told as `doctor`. */
  'doctor.run': operation(nothing, z.array(Check), touchesComputer),
  /** Derives the history index, search, counts and payees again from the payments. Progress is told as `rebuild`. */
  'data.rebuild': operation(nothing, nothing, touchesComputer),
  'data.backup': operation(
    z.strictObject({ path: text(4096) }),
    z.object({ path: z.string(), bytes: z.number().int() }),
    touchesComputer,
  ),
  ...scheduleOperations,
  ...approvalOperations,
  ...approvalFolderOperations,
  ...auditOperations,
  ...evidenceOperations,
  ...sheetOperations,
  ...sheetFindingOperations,
  ...historyOperations,
  ...incomingOperations,
  ...treasuryOperations,
  ...bookOperations,
  ...flowOperations,
  ...positionOperations,
  ...statementOperations,
  ...payeeOperations,
  ...settingsOperations,
  ...referenceOperations,
  ...callbackOperations,
  ...linkOperations,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

const commandLineNames = ['tokens.create', 'batches.releaseDue'] as const satisfies readonly OperationName[];
/** Operations that no window serves: a page that was taken over must not have what they give or do (invariant I5). */
export const commandLineOperations: ReadonlySet<OperationName> = new Set(commandLineNames);
export type WindowOperationName = Exclude<OperationName, (typeof commandLineNames)[number]>;

export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type ParsedInput<Name extends OperationName> = z.output<Operations[Name]['input']>;
export type OperationOutput<Name extends OperationName> = z.output<Operations[Name]['output']>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
