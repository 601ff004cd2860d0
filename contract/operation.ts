import { z } from 'zod';

/** Most rows that one page of a list may have. */
export const largestPage = 1000;

export const nothing = z.strictObject({});
export const text = (largest: number) => z.string().min(1).max(largest);
export const BatchId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const FileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'the bytes of a file');
export const page = { limit: z.number().int().min(1).max(largestPage) };

/** One operation: what goes in and what comes out. */
export function operation<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
): { input: In; output: Out } {
  return { input, output };
}
