import { z } from 'zod';

/** Rows that would pay what was paid already. They are held until a person says that they are meant. */
export const HeldDuplicates = z.object({
  /** The released batch that came from the same file. */
  sameFileAs: z.object({ batchId: z.string(), releasedAt: z.string() }).nullable(),
  rows: z.array(
    z.object({
      rowNumber: z.number().int(),
      idPayout: z.string(),
      equalTo: z.object({
        batchId: z.string(),
        rowNumber: z.number().int(),
        idPayout: z.string(),
        at: z.string(),
      }),
    }),
  ),
  /** Whether there are more such rows than are listed. */
  hasMore: z.boolean(),
});
export type HeldDuplicates = z.infer<typeof HeldDuplicates>;
