import type { Context } from '../context.ts';

/** From this many batches on, single-row batches are searched together. */
const manyBatches = 16;

type SplitBatches = {
  /** Batches that are searched one by one. */
  readonly each: readonly string[];
  /** Numbers of single-row batches, whose payments are found together: there may be thousands. */
  readonly singleRow: ReadonlySet<number>;
};

/** Separates payins and top-ups from other batches, if there are many. */
export function splitBatches(
  { batchCache }: Pick<Context, 'batchCache'>,
  batchIds: readonly string[],
): SplitBatches {
  if (batchIds.length < manyBatches) return { each: batchIds, singleRow: new Set() };
  const each: string[] = [];
  const singleRow = new Set<number>();
  for (const batchId of batchIds) {
    const batchNumber = batchCache.numberOf(batchId);
    if (batchNumber !== null && batchCache.ofBatch(batchNumber).incoming !== null) singleRow.add(batchNumber);
    else each.push(batchId);
  }
  return { each, singleRow };
}
