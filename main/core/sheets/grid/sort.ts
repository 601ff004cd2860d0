import type { Clock } from '../../ports/index.ts';

/** Items sorted at once, and merged before yielding. */
const itemsAtOnce = 2048;

/** Sorts a copy, yielding to other work in between; equal items keep their order. */
export async function sortInPieces<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
  clock: Clock,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    runs.push(items.slice(start, start + itemsAtOnce).toSorted(compare));
    await clock.turn();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare, clock));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
  clock: Clock,
): Promise<Item[]> {
  const merged: Item[] = [];
  let leftPlace = 0;
  let rightPlace = 0;
  for (;;) {
    const leftItem = left[leftPlace];
    const rightItem = right[rightPlace];
    if (leftItem === undefined || rightItem === undefined) break;
    if (compare(leftItem, rightItem) <= 0) {
      merged.push(leftItem);
      leftPlace += 1;
    } else {
      merged.push(rightItem);
      rightPlace += 1;
    }
    if (merged.length % itemsAtOnce === 0) await clock.turn();
  }
  return merged.concat(left.slice(leftPlace), right.slice(rightPlace));
}
