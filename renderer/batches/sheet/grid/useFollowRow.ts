import { useEffect, useRef } from 'react';
import type { SheetView } from '../../../../contract/batches/sheet-change.ts';
import type { RowWindow } from '../../../queries/sheets.ts';
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
  rowAt: RowWindow['rowAt'],
  first: number,
  last: number,
): void {
  const { view, selection, setSelection } = editor;
  const known = useRef<Known | null>(null);

  useEffect(() => {
    const idAt = (place: number): number | null => rowAt(place)?.rowId ?? null;
    const cornerAt = (place: number): Corner => ({ place, rowId: idAt(place) });
    const focus = cornerAt(selection.focus.row);
    if (focus.rowId === null) return;
    const before = known.current;
    const anchor = cornerAt(selection.anchor.row);
    known.current = { view, focus, anchor };
    if (before?.view !== view || before.focus.place !== focus.place) return;
    const place = placeOf(before.focus.rowId, idAt, focus.place, first, last);
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
