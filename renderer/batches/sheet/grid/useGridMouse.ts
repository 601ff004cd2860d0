import { useEffect, useRef } from 'react';
import { samePlace, type Place } from '../selection.ts';
import { sheetColumns } from '../columns.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/** How long the pointer rests on a cell before what is wrong with it is told. */
const restMs = 250;

type GridMouseOptions = {
  readonly edit: () => void;
  readonly setHovered: (place: Place | null) => void;
  readonly focusGrid: () => void;
};

/** Selecting with the mouse: a click, a drag over a range, the row number for the row, twice to edit. */
export function useGridMouse(editor: SheetEditor, { edit, setHovered, focusGrid }: GridMouseOptions) {
  const { setSelection } = editor;
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  const over = useRef<Place | null>(null);
  const isDragging = useRef(false);

  useEffect(() => {
    const end = () => {
      isDragging.current = false;
    };
    window.addEventListener('pointerup', end);
    return () => {
      window.removeEventListener('pointerup', end);
      if (rest.current !== null) clearTimeout(rest.current);
    };
  }, []);

  const hover = (place: Place | null) => {
    if (place === null ? over.current === null : over.current !== null && samePlace(place, over.current))
      return;
    over.current = place;
    if (rest.current !== null) clearTimeout(rest.current);
    rest.current = setTimeout(() => setHovered(place), restMs);
  };

  const select = (place: Place, isExtending: boolean) => {
    const isRow = place.column === -1;
    // A whole row is selected from its end, so that its beginning stays in view.
    const anchor = { row: place.row, column: isRow ? sheetColumns.length - 1 : place.column };
    const focus = { row: place.row, column: Math.max(place.column, 0) };
    setSelection((sofar) => {
      if (!isExtending) return { anchor, focus };
      return samePlace(sofar.focus, focus) ? sofar : { anchor: sofar.anchor, focus };
    });
  };

  return {
    grid: {
      onPointerDown: (event: React.PointerEvent) => {
        const place = placeOf(event.target);
        if (place === null || event.button !== 0) return;
        isDragging.current = true;
        select(place, event.shiftKey);
        focusGrid();
        event.preventDefault();
      },
      onPointerMove: (event: React.PointerEvent) => {
        const place = placeOf(event.target);
        if (isDragging.current && event.buttons === 1) {
          if (place !== null) select(place, true);
        } else hover(place === null || place.column === -1 ? null : place);
      },
      onDoubleClick: (event: React.MouseEvent) => {
        const place = placeOf(event.target);
        if (place !== null && place.column !== -1) edit();
      },
    },
    frame: { onPointerLeave: () => hover(null) },
  };
}

/** The cell under the pointer; column -1 is the row number. */
function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (cell === null || row === null || row === undefined) return null;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}
