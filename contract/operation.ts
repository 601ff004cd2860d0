import { z } from 'zod';
import type { Touched } from './touches.ts';

/** The most rows on one page of a list. */
const largestPage = 1000;

export const nothing = z.strictObject({});
/** Text, possibly empty, that can be written as UTF-8: a lone surrogate cannot. */
export const cell = (largest: number) =>
  z
    .string()
    .max(largest)
    .refine((value) => value.isWellFormed(), 'the text has a character that is not valid Unicode');
/** The same, and not empty. */
export const text = (largest: number) => cell(largest).min(1);
/** A text in which nothing is hidden: no line break, and no character that turns its reading around. */
export const hasNothingHidden = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;
export const personName = text(100).regex(hasNothingHidden, 'a name is one line, without hidden characters');
export const BatchId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'an ID has 1 to 64 letters, digits, - and _');
export const FileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'the bytes of a file');
/** An unambiguous moment, with its offset from UTC; seconds may be omitted. */
export const ExactTime = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  { error: 'a time needs a date, a time and an offset, such as 2026-11-30T09:00:00+01:00' },
);
export const TableFormat = z.enum(['csv', 'xlsx']);
export type TableFormat = z.infer<typeof TableFormat>;
/** An exported table, and how many rows it has. */
export const ExportedTable = z.object({ bytes: FileBytes, rows: z.number().int() });
/** The most characters of a search for batches or payees. */
export const longestSearch = 200;
/** The text of one; empty: everything. */
export const search = z.string().max(longestSearch).default('');

/** What happened or was found, as a code without parameters. */
export const plain = <Code extends string>(code: Code) => z.object({ code: z.literal(code) });

export const page = { limit: z.number().int().min(1).max(largestPage) };

/** One operation: its input, its output, and what a call with this input touches. */
export function operation<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  touches: (input: z.output<In>) => readonly Touched[],
): { input: In; output: Out; touches: (input: z.output<In>) => readonly Touched[] } {
  return { input, output, touches };
}
