import { z } from 'zod';
import { Actor } from './actor.ts';
import { AuditNote, AuditProblem } from './audit/audit-problem.ts';
import { WitnessState } from './audit/witness.ts';
import { BatchId, ExportedTable, TableFormat, nothing, operation, page, text } from './operation.ts';
import { Cause } from './payments/cause.ts';
import { PaymentKind } from './payments/payment-states.ts';
import { touchesBatch, touchesComputer, touchesNothing } from './touches.ts';

export const CheckpointReason = z.enum(['release', 'batchEnd', 'backup', 'day']);
export type CheckpointReason = z.infer<typeof CheckpointReason>;

/** The signed state of the event log at one moment: the number of its last event, and the hash of that event. */
export const Checkpoint = z.object({
  number: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number().int(),
  reason: CheckpointReason,
  sequence: z.number().int(),
  hash: z.string(),
  /** How many payments are in each state; drafts are left out. */
  counts: z.record(z.string(), z.number().int()),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** The result of verifying the log. */
export const AuditReport = z.object({
  events: z.number().int(),
  payments: z.number().int(),
  problems: z.array(AuditProblem),
  problemsLeftOut: z.number().int(),
  notes: z.array(AuditNote),
  checkpoints: z.object({
    signed: z.number().int(),
    unsigned: z.number().int(),
    /** The last event that a valid signature covers; null: the log is not signed. */
    signedUpTo: z.number().int().nullable(),
    /** SHA-256 of the public key that signed them. */
    keyFingerprint: z.string().nullable(),
  }),
  /** The witness file that was compared, and the last event that it names; null if none is set. */
  witness: z
    .object({ path: z.string(), lines: z.number().int(), upTo: z.number().int().nullable() })
    .nullable(),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** The state of the log, and when it was last verified completely. */
export const AuditStatus = z.object({
  events: z.number().int(),
  headHash: z.string(),
  lastCheckpoint: z
    .object({ number: z.number().int(), at: z.string(), sequence: z.number().int(), isSigned: z.boolean() })
    .nullable(),
  /** The last completed verification; null if there was none. One from an earlier run of the program is only a note in the database. */
  verified: z
    .object({
      at: z.string(),
      /** The last event that was verified, its hash, and the last checkpoint up to there. */
      sequence: z.number().int(),
      hash: z.string(),
      checkpoint: z.number().int().nullable(),
      problems: z.number().int(),
      isThisRun: z.boolean(),
    })
    .nullable(),
  witness: WitnessState.nullable(),
});
export type AuditStatus = z.infer<typeof AuditStatus>;

/** The subject of an event. */
export const EventEntity = z.enum(['payment', 'batch', 'profile', 'payee', 'controls', 'settings']);
export type EventEntity = z.infer<typeof EventEntity>;

/** An event of the log; `reason` is its cause as a code, `cause` in words. */
export const AuditEvent = z.object({
  sequence: z.number().int(),
  at: z.string(),
  entity: z.string(),
  /** The order ID of a payment, the ID of a batch or payee, the name of a profile or setting; empty if it has none. */
  subject: z.string(),
  /** Of a payment, or of a batch: what kind it is, and where it belongs. */
  paymentKind: PaymentKind.nullable(),
  profileName: z.string().nullable(),
  batchId: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Who it is recorded under; null if Bursar acted by itself, or if unknown. `person` is the same in words. */
  actor: Actor.nullable(),
  person: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: Cause,
  cause: z.string(),
  /** Its details, in words: a value before and after, how a payee was verified. */
  detail: z.string().nullable(),
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** The events of a payee's older payouts are not found by that payee. */
export const mostPaymentsOfPayee = 5000;

/** Filters events; omitted fields set no condition. */
const eventFilter = {
  /** A name or a system user: events that name this person. */
  person: text(200).nullable().default(null),
  /** Only events that name a person. */
  byPeople: z.boolean().default(false),
  /** What they are about. */
  entities: z.array(EventEntity).max(EventEntity.options.length).default([]),
  /** Codes of causes. */
  kinds: z.array(text(50)).max(100).default([]),
  /** Events of a batch and of its payments. */
  batchId: BatchId.nullable().default(null),
  /** People's records about a payee, and events of the newest payouts to that payee, at most `mostPaymentsOfPayee`. */
  payeeId: text(64).nullable().default(null),
  from: z.iso.datetime().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
};
const AuditFilter = z.strictObject(eventFilter);
export type AuditFilter = z.output<typeof AuditFilter>;

export const auditOperations = {
  /** Events that match all conditions, newest first; `before` is `next` of the previous page. */
  'audit.list': operation(
    z.strictObject({
      ...eventFilter,
      before: z.number().int().min(1).nullable().default(null),
      ...page,
    }),
    z.object({ events: z.array(AuditEvent), next: z.number().int().nullable() }),
    touchesBatch,
  ),
  'audit.status': operation(nothing, AuditStatus, touchesNothing),
  /** Everyone named in an event, for a filter. */
  'audit.people': operation(nothing, z.array(Actor), touchesNothing),
  /** The events that a filter finds as a file, newest first. Progress is reported as `export`. */
  'audit.export': operation(
    z.strictObject({ filter: AuditFilter, format: TableFormat }),
    ExportedTable,
    ({ filter }) => touchesBatch(filter),
  ),
  /**
   * Recomputes the chain of events (I6) and every recorded fact from it, and compares it with its checkpoints and with a witness file:
   * the named one, or else the one in the settings. Reports progress as `audit`.
   */
  'audit.verify': operation(z.strictObject({ witness: text(4096).optional() }), AuditReport, touchesComputer),
} as const;
