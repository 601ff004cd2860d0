import { z } from 'zod';
import { PayoutRow } from '../payments/payment.ts';
import { NotCarried } from './source.ts';

const count = z.number().int();

/** A code that was corrected to the gateway's form, and in how many rows. */
export const CodeCorrection = z.object({
  column: PayoutRow.keyof(),
  from: z.string(),
  to: z.string(),
  rows: count,
});
export type CodeCorrection = z.infer<typeof CodeCorrection>;

/**
 * Something that a person must know about how a file was read, although it could be read: a code with its parameters. `contract/text/files/note-text.ts`
 * puts it into words.
 */
export const FileNote = z.discriminatedUnion('code', [
  /** It is not UTF-8. */
  z.object({ code: z.literal('windows1252') }),
  /** Of a workbook with others, which were not read. */
  z.object({ code: z.literal('worksheetRead'), name: z.string(), others: count }),
  /** Rows of the worksheet that nobody sees who opens it, because of a filter for instance, and that were read all the same. */
  z.object({ code: z.literal('rowsHidden'), rows: count }),
  /** Columns of the worksheet that nobody sees who opens it, and that were read all the same. */
  z.object({ code: z.literal('columnsHidden'), headers: z.array(z.string()) }),
  /** Cells that reach over several rows, of which only the first was read with their content. */
  z.object({ code: z.literal('cellsMerged'), cells: count }),
  /** Bursar found the header below other rows, or a person said where it is. */
  z.object({ code: z.literal('headerBelow'), row: count, above: count }),
  z.object({ code: z.literal('columnUnknown'), line: count, header: z.string() }),
  /** A person chose columns, and not this one. */
  z.object({ code: z.literal('columnNotRead'), header: z.string() }),
  CodeCorrection.extend({ code: z.literal('codeCorrected') }),
  z.object({ code: z.literal('moreCodesCorrected'), codes: count }),
  /** Amounts or accounts that are stored differently from the file, in how many rows, and the first of them. */
  z.object({
    code: z.literal('converted'),
    column: z.enum(['amount', 'accountNumber']),
    from: z.string(),
    to: z.string(),
    rows: count,
  }),
  /** On these lines, and more if `hasMore`, there are more cells than header names. */
  z.object({ code: z.literal('slipped'), lines: z.array(count), hasMore: z.boolean() }),
  /** On these lines, and more if `hasMore`, there are fewer cells than header names. */
  z.object({ code: z.literal('cellsMissing'), lines: z.array(count), hasMore: z.boolean() }),
  /** The file ends within a cell of this column, as if it was cut off there. */
  z.object({ code: z.literal('openEnd'), column: z.enum(['amount', 'accountNumber', 'emailAddress']) }),
  /** Payments of a payment file that ask for a cheque; their method is empty. */
  z.object({ code: z.literal('cheques'), payments: count }),
  /** Elements of a payment file that are not sent to the gateway. */
  z.object({ code: z.literal('notCarried'), fields: z.array(z.string()) }),
  /** One of them, and the number of transactions or groups that have it. */
  NotCarried.extend({ code: z.literal('fieldNotCarried') }),
  /** This row, the last one, looks like the total of the others. */
  z.object({ code: z.literal('totalRow'), row: count }),
  /** Of the payouts to retry. */
  z.object({ code: z.literal('retriedAlready'), payouts: count, of: count }),
  /** The rows of this retry are those of a sheet from before, with what was changed in it. */
  z.object({ code: z.literal('retryBegun') }),
]);
export type FileNote = z.infer<typeof FileNote>;
