import { useEffect, useRef } from 'react';
import type { SheetView } from '../../../../contract/batches/sheet-change.ts';
import type { RowWindow } from '../../../queries/sheets.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

type Known = { readonly view: SheetView; readonly place: number; readonly rowId: number };

/**
 * Keeps the keyboard in its row when rows before it come or go, for instance because the one above was repaired while only problems are
 * shown. A row that left the screen is not followed.
 */
export function useFollowRow(
  editor: SheetEditor,
  rowAt: RowWindow['rowAt'],
  first: number,
  last: number,
): void {
  const { view, selection, setSelection } = editor;
  const { focus } = selection;
  const known = useRef<Known | null>(null);
  const rowId = rowAt(focus.row)?.rowId ?? null;

  useEffect(() => {
    const before = known.current;
    if (rowId === null) return;
    known.current = { view, place: focus.row, rowId };
    if (before === null || before.view !== view || before.place !== focus.row || before.rowId === rowId)
      return;
    for (let place = first; place <= last; place += 1) {
      if (rowAt(place)?.rowId !== before.rowId) continue;
      known.current = { ...before, place };
      const shift = place - before.place;
      setSelection(({ anchor, focus: { row, column } }) => ({
        anchor: { ...anchor, row: anchor.row + shift },
        focus: { row: row + shift, column },
      }));
      return;
    }
  }, [rowId, focus.row, view, first, last, rowAt, setSelection]);
}
