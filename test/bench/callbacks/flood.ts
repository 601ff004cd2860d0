import { z } from 'zod';

/** What became of a flood of callbacks. */
export const Flood = z.object({
  sent: z.number(),
  /** Answered, or refused by closing the connection, while it went on. */
  requests: z.number(),
  answers: z.record(z.string(), z.number()),
  /** Connections that were closed. */
  broken: z.number(),
  durationMs: z.number(),
});
