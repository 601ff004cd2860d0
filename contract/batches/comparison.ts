import { z } from 'zod';
import { CurrencyTotal } from '../money/money.ts';
import { BatchId } from '../operation.ts';

/** The most changes of a kind that a comparison lists: where it lists as many, there may be more. */
export const mostChanges = 500;

/** How a batch differs from the last comparable one that the same profile released. */
export const BatchComparison = z.strictObject({
  batchId: BatchId,
  fileName: z.string(),
  releasedAt: z.iso.datetime(),
  totals: z.array(CurrencyTotal),
  newPayees: z.array(z.string()),
  missingPayees: z.array(z.string()),
  changedAccounts: z.array(z.strictObject({ name: z.string(), before: z.string(), now: z.string() })),
  changedAmounts: z.array(
    z.strictObject({ name: z.string(), currencyCode: z.string(), before: z.string(), now: z.string() }),
  ),
});
export type BatchComparison = z.infer<typeof BatchComparison>;
