import { z } from 'zod';
import { operation, text } from './operation.ts';
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

export const auditOperations = {
  /**
   * Recomputes the chain of events (I6) and every recorded fact from it, and compares it with its checkpoints and with a witness file:
   * the one that is named, or else the one that the settings name. Tells its progress as `audit`.
   */
  'audit.verify': operation(z.strictObject({ witness: text(4096).optional() }), AuditReport, touchesComputer),
} as const;
