import { z } from 'zod';
import { ErrorCode } from '../errors.ts';
import { BatchId, nothing, operation } from '../operation.ts';
import { touchesBatch, touchesNothing } from '../touches.ts';
import { BatchSummary } from './batch.ts';

const ScheduledBatch = z.object({ batchId: z.string(), fileName: z.string(), scheduledFor: z.string() });
export type ScheduledBatch = z.infer<typeof ScheduledBatch>;

/** The results of the schedules that were due. */
const DueReleases = z.object({
  released: z.array(ScheduledBatch),
  /**
   * Later than a person would want it sent without being asked, by the clock of this computer or of the gateway; it was not released.
   * `clockDifferenceSeconds`: by how much the gateway's is ahead, if the two are so far apart that a person must look; else null.
   */
  late: z.array(ScheduledBatch.extend({ clockDifferenceSeconds: z.number().int().nullable() })),
  /** Checked again and refused; `isTriedAgain`: the gateway could not be asked, or Bursar failed, so the batch stays due. */
  refused: z.array(
    ScheduledBatch.extend({ error: ErrorCode, message: z.string(), isTriedAgain: z.boolean() }),
  ),
  /** When the next one is due; null if none is scheduled. */
  next: z.string().nullable(),
});
export type DueReleases = z.infer<typeof DueReleases>;

export const scheduleOperations = {
  /** Drafts with a schedule, including those whose schedule waits for a person; earliest first. */
  'batches.scheduled': operation(nothing, z.array(BatchSummary), touchesNothing),
  /** Ends a schedule. Fails if the batch has none. */
  'batches.unschedule': operation(z.strictObject({ batchId: BatchId }), BatchSummary, touchesBatch),
  /** Releases due drafts, each as `batches.release` does; drafts that are due for longer than `lateAfterMs` wait for a person. */
  'batches.releaseDue': operation(
    z.strictObject({ lateAfterMs: z.number().int().min(0).max(31_622_400_000) }),
    DueReleases,
    touchesNothing,
  ),
} as const;
