import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { planFillTo, type Fill } from '../fill/plan-fill.ts';
import { rangeOf, samePlace, type Place } from '../selection.ts';
import { rowNumberWidth, type SheetLayout } from '../columns.ts';
import type { SheetEditor } from '../useSheetEditor.ts';
import { headHeight } from './gridStyles.ts';

/** How long the pointer must rest on a cell before its note appears. */
const restMs = 250;
/** The scroll interval while the pointer is dragged beyond the rows, and the width of the edge where that begins. */
const scrollEveryMs = 40;
const edge = 18;

type GridMouseOptions = {
  readonly edit: () => void;
  readonly setHovered: (place: Place | null) => void;
  readonly focusGrid: () => void;
  /** The scrolling element. */
  readonly frame: HTMLElement;
  readonly rowHeight: number;
};

type Point = { readonly clientX: number; readonly clientY: number };

/** Selection with the mouse: a click, a drag over a range, the row number for the row, a double click to edit; the handle of the selection fills. */
export function useGridMouse(editor: SheetEditor, options: GridMouseOptions) {
  const { edit, setHovered, focusGrid, frame, rowHeight } = options;
  const { setSelection, layout, extent, selection } = editor;
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  const over = useRef<Place | null>(null);
  const [filling, setFilling] = useState<Fill | null>(null);
  const endDrag = useRef<(() => void) | null>(null);

  useEffect(
    () => () => {
      endDrag.current?.();
      if (rest.current !== null) clearTimeout(rest.current);
    },
    [],
  );

  // The selection moves with its rows, for instance when another window removes one: a fill that began before would use others.
  const isFilling = useRef(false);
  useLayoutEffect(() => {
    if (isFilling.current) endDrag.current?.();
  }, [selection]);

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
    const anchor = { row: place.row, column: isRow ? layout.columns.length - 1 : place.column };
    const focus = { row: place.row, column: Math.max(place.column, 0) };
    setSelection((sofar) => {
      if (!isExtending) return { anchor, focus };
      return samePlace(sofar.focus, focus) ? sofar : { anchor: sofar.anchor, focus };
    });
  };

  const placeAt = (point: Point): Place => {
    const { row, column } = placeIn(frame, layout, rowHeight, point);
    return { row: Math.max(0, Math.min(row, extent.rows - 1)), column };
  };

  /** Follows the pointer until it is released, and scrolls while it is at the edge. */
  const startDrag = (onMove: (point: Point) => void, onEnd: (point: Point | null) => void): void => {
    endDrag.current?.();
    let latest: Point | null = null;
    const follow = (event: PointerEvent): void => {
      latest = { clientX: event.clientX, clientY: event.clientY };
      onMove(latest);
    };
    const scrolling = setInterval(() => {
      if (latest !== null && scrollTowards(frame, layout, latest)) onMove(latest);
    }, scrollEveryMs);
    const stop = (isDone: boolean): void => {
      clearInterval(scrolling);
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', finish);
      window.removeEventListener('keydown', cancel, { capture: true });
      endDrag.current = null;
      onEnd(isDone ? latest : null);
    };
    const finish = (): void => stop(true);
    const cancel = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop(false);
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', finish);
    window.addEventListener('keydown', cancel, { capture: true });
    endDrag.current = () => stop(false);
  };

  const dragHandle = () => {
    startDrag(
      (point) => setFilling(planFillTo(selection, placeAt(point))),
      (point) => {
        isFilling.current = false;
        setFilling(null);
        if (point !== null) editor.fillTo(placeAt(point));
      },
    );
    isFilling.current = true;
  };

  return {
    filling,
    grid: {
      onPointerDown: (event: React.PointerEvent) => {
        const place = placeOf(event.target);
        if (place === null || event.button !== 0) return;
        editor.held.interrupt();
        if (isHandle(event.target)) dragHandle();
        else {
          select(place, event.shiftKey);
          startDrag(
            (point) => select(placeAt(point), true),
            () => undefined,
          );
        }
        focusGrid();
        event.preventDefault();
      },
      onPointerMove: (event: React.PointerEvent) => {
        if (endDrag.current !== null) return;
        const place = placeOf(event.target);
        hover(place === null || place.column === -1 ? null : place);
      },
      onDoubleClick: (event: React.MouseEvent) => {
        const place = placeOf(event.target);
        if (place === null || place.column === -1) return;
        if (isHandle(event.target))
          editor.fillTo({ row: editor.stored - 1, column: rangeOf(selection).right });
        else edit();
      },
    },
    frame: { onPointerLeave: () => hover(null) },
  };
}

function isHandle(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-handle]') !== null;
}

/** The cell under the pointer; column -1 is the row number. */
function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (cell === null || row === null || row === undefined) return null;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}

/** The cell at a point, or the nearest one; sticky columns cover the scrolled ones. */
function placeIn(
  frame: HTMLElement,
  { starts, frozenWidth }: SheetLayout,
  rowHeight: number,
  { clientX, clientY }: Point,
): Place {
  const { left, top } = frame.getBoundingClientRect();
  const row = Math.floor((clientY - top + frame.scrollTop - headHeight) / rowHeight);
  const x = clientX - left;
  if (x < rowNumberWidth) return { row, column: -1 };
  const along = x < frozenWidth ? x : x + frame.scrollLeft;
  return {
    row,
    column: Math.max(
      0,
      starts.findLastIndex((start) => start <= along),
    ),
  };
}

/** Scrolls one step if the point is at an edge or beyond it; returns whether it did. */
function scrollTowards(
  frame: HTMLElement,
  { frozenWidth }: SheetLayout,
  { clientX, clientY }: Point,
): boolean {
  const { left, top, right, bottom } = frame.getBoundingClientRect();
  const stepOf = (place: number, first: number, last: number): number => {
    if (place < first) return place - first;
    return place > last ? place - last : 0;
  };
  const before = [frame.scrollTop, frame.scrollLeft];
  frame.scrollTop += 3 * stepOf(clientY, top + headHeight, bottom - edge);
  frame.scrollLeft += stepOf(clientX, left + (frame.scrollLeft > 0 ? frozenWidth : 0), right - edge);
  return frame.scrollTop !== before[0] || frame.scrollLeft !== before[1];
}
