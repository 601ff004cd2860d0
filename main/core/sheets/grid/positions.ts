import type { SheetDelta } from '../../ports/index.ts';
import type { ModelRow } from './model-row.ts';

/** The initial distance between rows: a row can be inserted thirty times between the same two. */
export const gap = 2 ** 30;

/** New rows after the row at this index; -1 is the beginning. */
type Slot = { readonly place: number; readonly count: number };

type Placing = {
  /** The positions of the new rows, slot by slot. */
  readonly positions: number[];
  /** The rows that move to make room. */
  readonly moves: SheetDelta[];
};

/** Finds room for new rows; `slots` are in ascending order. If there is none, all rows are spaced again. */
export function findRoom(rows: readonly ModelRow[], slots: readonly Slot[]): Placing {
  const positions: number[] = [];
  for (const { place, count } of slots) {
    const before = rows[place]?.position;
    const after = rows[place + 1]?.position;
    const least = before ?? (after ?? gap) - (count + 1) * gap;
    const step = Math.floor(((after ?? least + (count + 1) * gap) - least) / (count + 1));
    const last = least + step * count;
    if (step < 1 || !Number.isSafeInteger(least) || !Number.isSafeInteger(last)) return rebuild(rows, slots);
    for (let index = 1; index <= count; index += 1) positions.push(least + step * index);
  }
  return { positions, moves: [] };
}

function rebuild(rows: readonly ModelRow[], slots: readonly Slot[]): Placing {
  const positions: number[] = [];
  const moves: SheetDelta[] = [];
  const counts = new Map(slots.map(({ place, count }) => [place, count]));
  let next = gap;
  const putNew = (place: number): void => {
    for (let count = counts.get(place) ?? 0; count > 0; count -= 1) {
      positions.push(next);
      next += gap;
    }
  };
  putNew(-1);
  for (const [place, { rowId, position }] of rows.entries()) {
    if (position !== next) moves.push({ kind: 'move', rowId, before: position, after: next });
    next += gap;
    putNew(place);
  }
  return { positions, moves };
}
