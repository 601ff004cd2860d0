import type { Context } from '../context.ts';

/** From so many batches of one on, they are looked for together. */
const manySingles = 16;

export type SortedOut = {
  /** Batches that are looked at one by one. */
  readonly each: readonly string[];
  /** Numbers of batches of one, whose payments are found together: there may be thousands. */
  readonly singles: ReadonlySet<number>;
};

/** Tells payins and top-ups, where there are many, from other batches. */
export function sortedOut(
  { batchCache }: Pick<Context, 'batchCache'>,
  batchIds: readonly string[],
): SortedOut {
  if (batchIds.length < manySingles) return { each: batchIds, singles: new Set() };
  const each: string[] = [];
  const singles = new Set<number>();
  for (const batchId of batchIds) {
    const batchNumber = batchCache.numberOf(batchId);
    if (batchNumber !== null && batchCache.ofBatch(batchNumber).incoming !== null) singles.add(batchNumber);
    else each.push(batchId);
  }
  return { each, singles };
}
