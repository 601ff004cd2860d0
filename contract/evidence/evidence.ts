import { z } from 'zod';
import { BatchId, FileBytes, operation, text } from '../operation.ts';
import { ProfileName } from '../profile.ts';
import { touchesBatch, touchesFiltered, touchesNothing, touchesPayout } from '../touches.ts';

/** The subject of evidence: one payout, a batch, all payments to a payee, or the payouts created in a period (from its start to before its end). */
export const EvidenceSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('batch'), batchId: BatchId }),
  z.strictObject({
    kind: z.literal('payout'),
    idPayout: text(250),
    profileName: ProfileName.optional(),
    batchId: BatchId.optional(),
  }),
  z.strictObject({ kind: z.literal('payee'), payeeId: text(64) }),
  z.strictObject({
    kind: z.literal('period'),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    profileName: ProfileName.optional(),
  }),
]);
export type EvidenceSubject = z.output<typeof EvidenceSubject>;

/** The result of verifying an evidence pack. `problems` names each file, or place, that differs. */
export const EvidenceVerdict = z.object({
  isWhole: z.boolean(),
  problems: z.array(z.string()),
  problemsLeftOut: z.number().int(),
  /** The pack's own description; null if it cannot be read. */
  about: z.string().nullable(),
  createdAt: z.string().nullable(),
  files: z.number().int(),
  payments: z.number().int(),
  events: z.number().int(),
  checkpoints: z.number().int(),
  /** SHA-256 of the public key that signed the pack; null: nothing signed it. */
  keyFingerprint: z.string().nullable(),
  /** What it proves, and what it does not. */
  notes: z.array(z.string()),
});
export type EvidenceVerdict = z.infer<typeof EvidenceVerdict>;

export const evidenceOperations = {
  /** Writes evidence as a ZIP archive that anyone can verify without Bursar. Progress is reported as `evidence`. */
  'evidence.create': operation(
    z.strictObject({ subject: EvidenceSubject }),
    z.object({
      bytes: FileBytes,
      fileName: z.string(),
      payments: z.number().int(),
      events: z.number().int(),
      /** SHA-256 of the audit key's public half; null if this computer signs nothing. */
      keyFingerprint: z.string().nullable(),
    }),
    ({ subject }) => {
      switch (subject.kind) {
        case 'batch':
          return touchesBatch(subject);
        case 'payout':
          return touchesPayout(subject);
        case 'payee':
          return touchesNothing();
        case 'period':
          return touchesFiltered({ profileName: subject.profileName ?? null });
      }
    },
  ),
  /** Verifies an evidence pack, from any Bursar. Progress is reported as `verifyEvidence`, in files. */
  'evidence.verify': operation(z.strictObject({ bytes: FileBytes }), EvidenceVerdict, touchesNothing),
} as const;
