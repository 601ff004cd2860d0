import { rangeOf, type Place, type Range, type Selection } from '../selection.ts';

/** The cells to fill, and the source cells, repeated from the beginning. */
export type Fill = { readonly source: Range; readonly target: Range };

/** What Ctrl+D fills: the rows of the selection with its first one, or a single row with the one above it; null: nothing. */
export function planFillDown(selection: Selection): Fill | null {
  const range = rangeOf(selection);
  const isSingle = range.top === range.bottom;
  const from = isSingle ? range.top - 1 : range.top;
  if (from < 0) return null;
  return {
    source: { ...range, top: from, bottom: from },
    target: { ...range, top: isSingle ? range.top : range.top + 1 },
  };
}

/** What Ctrl+R fills: the columns of the selection with its first one, or a single column with the one at its left; null: nothing. */
export function planFillRight(selection: Selection): Fill | null {
  const range = rangeOf(selection);
  const isSingle = range.left === range.right;
  const from = isSingle ? range.left - 1 : range.left;
  if (from < 0) return null;
  return {
    source: { ...range, left: from, right: from },
    target: { ...range, left: isSingle ? range.left : range.left + 1 },
  };
}

/** What dragging the handle of the selection to this cell fills: in the direction of the longer distance; null: nothing. */
export function planFillTo(selection: Selection, to: Place): Fill | null {
  const source = rangeOf(selection);
  const beyond = (place: number, first: number, last: number): number =>
    place < first ? first - place : Math.max(0, place - last);
  const rows = beyond(to.row, source.top, source.bottom);
  const columns = beyond(to.column, source.left, source.right);
  if (rows === 0 && columns === 0) return null;
  if (rows >= columns)
    return {
      source,
      target:
        to.row < source.top
          ? { ...source, top: to.row, bottom: source.top - 1 }
          : { ...source, top: source.bottom + 1, bottom: to.row },
    };
  return {
    source,
    target:
      to.column < source.left
        ? { ...source, left: to.column, right: source.left - 1 }
        : { ...source, left: source.right + 1, right: to.column },
  };
}

/** The source position for a target position, along one axis: the pattern continues in both directions. */
export function sourcePlace(place: number, first: number, last: number): number {
  const length = last - first + 1;
  return first + ((((place - first) % length) + length) % length);
}
