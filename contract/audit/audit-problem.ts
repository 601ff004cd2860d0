import { z } from 'zod';
import { plain } from '../operation.ts';
import { WitnessFault } from './witness.ts';

/** A record whose facts are recomputed from its events. */
export const AuditedRecord = z.discriminatedUnion('entity', [
  /** `attempt`: one attempt to send it. */
  z.object({ entity: z.literal('payment'), idPayment: z.string(), attempt: z.number().int().optional() }),
  /** Identified by its number in the database if its ID is no longer known. */
  z.object({ entity: z.literal('batch'), batchId: z.string() }),
  z.object({ entity: z.literal('unnamedBatch'), batchNumber: z.number().int() }),
  z.object({ entity: z.enum(['profile', 'payee', 'controls']), name: z.string() }),
]);
export type AuditedRecord = z.infer<typeof AuditedRecord>;

/** The source of an earlier statement about the log. */
export const ClaimSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkpoint'), number: z.number().int() }),
  z.object({ kind: z.literal('witnessLine'), line: z.number().int() }),
]);
export type ClaimSource = z.infer<typeof ClaimSource>;

const count = z.number().int();
const sequence = z.number().int();
/** Concerns numbers from the first to the last. */
const range = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), first: z.number().int(), last: z.number().int() });
const event = <Code extends string>(code: Code) => z.object({ code: z.literal(code), sequence });
const ofRecord = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), record: AuditedRecord });
const ofClaim = <Code extends string>(code: Code) => z.object({ code: z.literal(code), source: ClaimSource });
/** Identified by type and name in the database. */
const ofSchema = <Code extends string>(code: Code) => z.object({ code: z.literal(code), part: z.string() });

/**
 * A finding of a log verification: a code with its parameters, and nothing else. `contract/text/activity/audit-text.ts`
 * puts it into words.
 */
export const AuditProblem = z.discriminatedUnion('code', [
  /** The chain of events. */
  range('eventsMissing'),
  range('eventsCutOff'),
  range('eventsAppended'),
  /** This event or the previous one. */
  event('eventChanged'),
  event('lastEventReplaced'),
  plain('chainHeadMissing'),
  range('hourIndexChanged'),
  /** Checkpoints and lines of the witness file, and their claims about the log. */
  range('checkpointsMissing'),
  plain('noCheckpoint'),
  ofClaim('claimUnreadable'),
  ofClaim('claimNotSigned'),
  ofClaim('claimOfOtherEvent').extend({ sequence }),
  ofClaim('claimOfOtherCount').extend({ state: z.string(), claimed: count, found: count }),
  ofClaim('claimBeyondEnd').extend({ sequence, last: sequence }),
  /** Checkpoints after this computer's last one have the signature of another key. */
  z.object({ code: z.literal('otherKey'), count, fingerprint: z.string() }),
  z.object({ code: z.literal('witness'), path: z.string(), fault: WitnessFault }),
  /** The schema of the database. */
  ofSchema('schemaPartMissing'),
  ofSchema('schemaPartChanged'),
  ofSchema('schemaPartAdded'),
  /** Records against their events; a state is null before the first event and after a removal. */
  ofRecord('lifeBroken').extend({ from: z.string().nullable(), found: z.string().nullable() }),
  ofRecord('stateDiffers').extend({ state: z.string(), expected: z.string().nullable() }),
  /** The beginnings of both values; null: none. */
  ofRecord('valueDiffers').extend({
    column: z.string(),
    value: z.string().nullable(),
    expected: z.string().nullable(),
  }),
  /** The same between two events, where the later one carries a value written by another program; `sequence` is the later one. */
  ofRecord('editedBetween').extend({
    column: z.string(),
    sequence,
    value: z.string().nullable(),
    expected: z.string().nullable(),
  }),
  ofRecord('recordAdded'),
  ofRecord('recordMissing'),
  z.object({ code: z.literal('settingChanged'), name: z.string() }),
  /** The same before its next event, `sequence`, which says so. */
  z.object({ code: z.literal('settingEditedBetween'), name: z.string(), sequence }),
  /** What a person signed about a batch, as this event names it. */
  event('signedFileMissing'),
  event('signedFileChanged'),
  /** Of a payment. */
  ofRecord('rowChanged'),
  ofRecord('updatedWithoutEvent').extend({ updatedAt: z.number().int() }),
  ofRecord('firstSentDiffers'),
  ofRecord('attemptsDiffer').extend({ attempts: count, expected: count }),
  ofRecord('bodyMissing'),
  ofRecord('bodyChanged'),
  ofRecord('attemptOfOtherBody'),
  ofRecord('eventsOfOtherBody'),
  ofRecord('paymentWithoutBatch'),
  ofRecord('paymentMissing').extend({ rowNumber: z.number().int() }),
  /** Of a batch. */
  ofRecord('batchMissing'),
  ofRecord('batchRowsChanged'),
  ofRecord('batchTotalsDiffer'),
  ofRecord('batchCountDiffers').extend({ state: z.string(), count, found: count }),
]);
export type AuditProblem = z.infer<typeof AuditProblem>;

/** What a verification could not verify, or only partly. */
export const AuditNote = z.discriminatedUnion('code', [
  /** Payments whose last event is from an older Bursar. */
  z.object({ code: z.literal('olderPayments'), count }),
  /** This computer has no key to compare the signatures with. */
  z.object({ code: z.literal('noAuditKey'), fingerprint: z.string() }),
  /** The keychain did not answer, so nobody knows whether this computer has one. */
  z.object({ code: z.literal('auditKeyUnread'), fingerprint: z.string() }),
  /** It differs from the default, and no event says that somebody set it; or it had a value before its first event, `changedBy`. */
  z.object({ code: z.literal('unexplainedSetting'), name: z.string(), changedBy: sequence.nullable() }),
  /** The witness file names no event after `upTo`; the log has a checkpoint up to `last`. */
  z.object({ code: z.literal('witnessBehind'), path: z.string(), upTo: count, last: count }),
]);
export type AuditNote = z.infer<typeof AuditNote>;
