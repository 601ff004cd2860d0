import { z } from 'zod';
import { Fault } from './batches/fault.ts';
import { FileSource } from './batches/source.ts';
import { FloorHold } from './treasury/floor-hold.ts';

/** Every way in which an operation can fail. Switches over these are exhaustive; nothing is matched by message text. */
export const errorCodes = [
  // Input of a person or a caller.
  'inputInvalid',
  'notFound',
  'fileUnreadable',
  'fileHasErrors',
  'fileAmbiguous',
  'orderIdUsed',
  'profileExists',
  'profileInUse',
  'profileNeeded',
  // Release.
  'duplicateHeld',
  // A payout that a row repeats had ended unpaid and came back, and no finding need name it.
  'repeatRevived',
  // The records miss retries that were released: a row may have been paid by one of them.
  'recordsOlder',
  'releaseDeclined',
  'changeDeclined',
  // A list of the settings is another than the one from which the change was made.
  'settingsOvertaken',
  'releaseChanged',
  // Other payouts kept changing while the rows were compared with them.
  'releaseOvertaken',
  'alreadyReleased',
  'notReleasable',
  'notDecidable',
  // The gateway reports a different final state of a payout from the one that a retry was made for.
  'retryOvertaken',
  // A released retry, or a row that repeats a failed payout, is not sent until the gateway has been asked about the old payout again.
  'retryWaits',
  // Rows of a released batch are not those that were released.
  'rowsTampered',
  // The gateway marks payments of a live profile as tests, or payments of a sandbox profile as real.
  'environmentContradicted',
  'limitExceeded',
  // A row would take the balance below a floor that a person set.
  'floorReached',
  'payeeBlocked',
  // A finding about a payee, at a level that blocks the release; or a release that the approval policy never allows.
  'policyBlocks',
  // Approvals that the policy requires.
  'approvalMissing',
  // Approvers and policy are not those that this computer signed last.
  'controlsTampered',
  // A signed file was changed, or is not a signed file.
  'signatureInvalid',
  'liveNotServed',
  // Keys.
  'keyMissing',
  'keyInvalid',
  'keyFileUnsafe',
  'passphraseWrong',
  'keychainUnavailable',
  'keychainLocked',
  // The gateway, one code for each status of the interface (heading Errors), and for no usable answer.
  'gatewayInputInvalid',
  'gatewayUnauthenticated',
  'gatewayForbidden',
  'gatewayVersionUnsupported',
  'gatewayRefused',
  'gatewayDuplicate',
  'gatewayNotFound',
  'gatewayBusy',
  'gatewayServerError',
  'gatewayStatusUnexpected',
  'gatewayUnreachable',
  'gatewayNoAnswer',
  'gatewayAnswerUnreadable',
  // The gateway's token permits something other than its purpose.
  'tokenUnfit',
  // The data folder.
  'dataFolderInUse',
  'databaseNewer',
  'databaseDamaged',
  'storageFailed',
  // Others.
  'updateCheckFailed',
  'stopped',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const ErrorCode = z.enum(errorCodes);

/** One complaint about one place: from the gateway about a field of a request, or about a row or payment of a batch. */
export const Problem = z.object({
  /** Where: a field path such as `paymentMethod.account.accountNumber`, or a row. */
  field: z.string().optional(),
  /** The value found there. */
  value: z.string().optional(),
  /** The gateway's own code, unchanged. */
  code: z.string().optional(),
  /** The problem. */
  message: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** A problem at one place of a file, of a sheet or of the rows of a batch. */
export const FaultAt = z.object({
  /** Where: a column name, a row, or an element of a payment file. */
  field: z.string().optional(),
  /** Line of the file, the header line being 1; in a payment file (pain.001) the number of the transaction. */
  line: z.number().int().optional(),
  /** The value found there. */
  value: z.string().optional(),
  fault: Fault,
});
export type FaultAt = z.infer<typeof FaultAt>;

export const ErrorDetails = z.object({
  /** Complaints one by one. */
  problems: z.array(z.union([FaultAt, Problem])).optional(),
  /** How many further complaints were left out of `problems`. */
  problemsLeftOut: z.number().int().optional(),
  /** The message that contains the payments with complaints, if a file has one. */
  source: FileSource.optional(),
  /** HTTP status that the gateway answered with. */
  status: z.number().int().optional(),
  /** The gateway's answer, unchanged, cut to a few thousand characters. */
  raw: z.string().optional(),
  /** HTTP status of the answer to the token request, if no token was returned for the request itself. */
  tokenStatus: z.number().int().optional(),
  /** That answer, in the same form as `raw`. */
  tokenRaw: z.string().optional(),
  /** Seconds by which the gateway's clock is ahead of this computer's (negative: behind), if relevant. */
  clockDifferenceSeconds: z.number().optional(),
  batchId: z.string().optional(),
  /** What a floor holds of that batch. */
  held: FloorHold.optional(),
  /** The order ID concerned. */
  idPayout: z.string().optional(),
  /** No byte of the request, which may change something, left this computer. */
  neverLeft: z.literal(true).optional(),
  /** A lower-level cause as text, for instance a system error code. */
  cause: z.string().optional(),
  /** The key is missing because the profile is prepare-only: none can be added here. */
  isPrepareOnly: z.literal(true).optional(),
});
export type ErrorDetails = z.infer<typeof ErrorDetails>;

/** The one shape of an error, on every face. */
export const AppError = z.object({ code: ErrorCode, message: z.string(), details: ErrorDetails });
export type AppError = z.infer<typeof AppError>;
