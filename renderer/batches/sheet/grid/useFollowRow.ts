import { useLayoutEffect, useRef } from 'react';
import type { SheetView } from '../../../../contract/batches/sheet-change.ts';
import { selectCell } from '../selection.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/** The corners of the selection, and their rows; null: not loaded. */
type Corner = { readonly place: number; readonly rowId: number | null };
type Known = { readonly view: SheetView; readonly focus: Corner; readonly anchor: Corner };

/**
 * Keeps the keyboard in its row when rows before it are added or removed, for instance by another window. A row that left the
 * screen is not followed. If a selection of several rows would cover other rows than before, only the cell with the keyboard stays
 * selected, so that the next key changes no row that nobody chose.
 */
export function useFollowRow(
  editor: SheetEditor,
  idAt: (place: number) => number | null,
  first: number,
  last: number,
): void {
  const { view, selection, setSelection } = editor;
  const known = useRef<Known | null>(null);

  // Before anybody can click or type on the rows that moved.
  useLayoutEffect(() => {
    const cornerAt = (place: number): Corner => ({ place, rowId: idAt(place) });
    const focus = cornerAt(selection.focus.row);
    const before = known.current;
    const isSamePlace = before?.view === view && before.focus.place === focus.place;
    const place = isSamePlace ? placeOf(before.focus.rowId, idAt, focus.place, first, last) : null;
    if (focus.rowId === null && place === null) {
      // The keyboard left its row for one that is not loaded, or the row after the last one: where the row went no longer matters.
      if (!isSamePlace) known.current = null;
      return;
    }
    const anchor = cornerAt(selection.anchor.row);
    known.current = { view, focus, anchor };
    if (!isSamePlace) return;
    const shift = (place ?? focus.place) - focus.place;
    const isOther =
      before.anchor.place === anchor.place && isAnother(before.anchor.rowId, idAt(anchor.place + shift));
    if (shift === 0 && !isOther && place !== null) return;
    setSelection((sofar) => {
      const moved = { ...sofar.focus, row: sofar.focus.row + shift };
      if (isOther || place === null) return selectCell(moved);
      return { ...sofar, anchor: { ...sofar.anchor, row: sofar.anchor.row + shift }, focus: moved };
    });
  });
}

/** Whether another row is now in this position; unknown for rows that are not loaded. */
function isAnother(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && before !== now;
}

/** The current position of this row, as far as the screen shows it; null: not there. */
function placeOf(
  rowId: number | null,
  idAt: (place: number) => number | null,
  before: number,
  first: number,
  last: number,
): number | null {
  if (idAt(before) === rowId) return before;
  for (let place = first; place <= last; place += 1) if (idAt(place) === rowId) return place;
  return null;
}
