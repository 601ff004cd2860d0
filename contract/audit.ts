import { z } from 'zod';
import { BatchId, operation, page, text } from './operation.ts';
import { Cause } from './payments/cause.ts';
import { touchesComputer } from './touches.ts';

/** What a checkpoint was made for. */
export const CheckpointReason = z.enum(['release', 'batchEnd', 'backup', 'day']);
export type CheckpointReason = z.infer<typeof CheckpointReason>;

/** The state of the log of events at one moment, as it is signed: up to which event it went, and the hash of that event. */
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

/** A line of a witness file. */
export const WitnessLine = z.object({
  /** Exactly the text that was signed: a checkpoint as JSON. */
  checkpoint: z.string(),
  publicKey: z.string().nullable(),
  signature: z.string().nullable(),
});
export type WitnessLine = z.infer<typeof WitnessLine>;

/** What the verification of the log found. */
export const AuditReport = z.object({
  events: z.number().int(),
  payments: z.number().int(),
  /** Each names what does not agree, and where. */
  problems: z.array(z.string()),
  problemsLeftOut: z.number().int(),
  /** What could not be verified, or only in part, in words. */
  notes: z.array(z.string()),
  checkpoints: z.object({
    signed: z.number().int(),
    unsigned: z.number().int(),
    /** The last event that a valid signature covers; null: the log is not signed. */
    signedUpTo: z.number().int().nullable(),
    /** SHA-256 of the public key that they were signed with. */
    keyFingerprint: z.string().nullable(),
  }),
  /** The witness file that the log was compared with; null where none is set. */
  witness: z.object({ path: z.string(), lines: z.number().int() }).nullable(),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** An event of the log; `reason` is its cause as a code, `cause` in words. */
export const AuditEvent = z.object({
  sequence: z.number().int(),
  at: z.string(),
  entity: z.string(),
  /** The order ID of a payment, the ID of a batch or payee, the name of a profile; empty where it has none. */
  subject: z.string(),
  batchId: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: Cause,
  cause: z.string(),
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const auditOperations = {
  /** Events of the log that fit all conditions, the newest first; `before` is `next` of the page before. */
  'audit.list': operation(
    z.strictObject({
      /** Codes of causes; none: all. */
      kinds: z.array(text(50)).max(100).default([]),
      /** Events of a batch and of its payments. */
      batchId: BatchId.nullable().default(null),
      /** What people recorded of a payee. */
      payeeId: text(64).nullable().default(null),
      from: z.iso.datetime().nullable().default(null),
      until: z.iso.datetime().nullable().default(null),
      before: z.number().int().min(1).nullable().default(null),
      ...page,
    }),
    z.object({ events: z.array(AuditEvent), next: z.number().int().nullable() }),
    touchesComputer,
  ),
  /**
   * Recomputes the chain of events (I6) and every recorded fact from it, and compares it with its checkpoints and with a witness file:
   * the one that is named, or else the one that the settings name. Tells its progress as `audit`.
   */
  'audit.verify': operation(z.strictObject({ witness: text(4096).optional() }), AuditReport, touchesComputer),
} as const;
