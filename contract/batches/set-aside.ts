import { z } from 'zod';

/** Which rows of a sheet are set aside: those with problems, some by their rowIds, or some by their numbers in this version of the sheet. */
export const RowsToSetAside = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('problems') }),
  z.strictObject({ kind: z.literal('rows'), rowIds: z.array(z.number().int()).min(1).max(100_000) }),
  z.strictObject({
    kind: z.literal('rowNumbers'),
    rowNumbers: z.array(z.number().int().positive()).min(1).max(100_000),
    version: z.number().int(),
  }),
]);
export type RowsToSetAside = z.infer<typeof RowsToSetAside>;

/** Where the rows of one side are now: in a sheet, in the batch that was made of them, or (both null) in neither. */
const SetAsideSide = z.object({
  name: z.string(),
  sheetId: z.string().nullable(),
  batchId: z.string().nullable(),
});

/** Rows that were set aside from one sheet to another. */
export const SetAside = z.object({ rows: z.number().int(), from: SetAsideSide, to: SetAsideSide });
export type SetAside = z.infer<typeof SetAside>;
