import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { emptyCells, type PayoutColumn } from '../../../../contract/batches/sheet.ts';
import { ErrorNotice } from '../../../kit/messages/ErrorNotice.tsx';
import { PrintedRows } from '../../../kit/table/PrintedRows.tsx';
import { CellEditor } from '../cell/CellEditor.tsx';
import type { SheetLayout } from '../columns.ts';
import { headHeight, withRowHeight } from './gridStyles.ts';
import { ProblemNote } from '../cell/ProblemNote.tsx';
import { useRowWindow } from '../../../queries/sheets.ts';
import { rangeOf, samePlace, type Place } from '../selection.ts';
import { cellId, SheetGridRow } from './SheetGridRow.tsx';
import { SheetGridHead } from './SheetGridHead.tsx';
import { useCellEditing } from '../cell/useCellEditing.ts';
import { showInScreen } from './show-in-screen.ts';
import { useFollowRow } from './useFollowRow.ts';
import { useGridKeys } from './useGridKeys.ts';
import { useGridMouse } from './useGridMouse.ts';
import { useGridClipboard } from '../clipboard/useGridClipboard.ts';
import { beingSaved } from '../useShownRows.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

const rowsBeyondScreen = 8;

type SheetGridBodyProps = {
  readonly editor: SheetEditor;
  readonly rowHeight: number;
  /** The scrolling element. */
  readonly frame: HTMLElement;
};

/** The cell under the pointer, until the keyboard moves on from its cell. */
type Hovered = { readonly place: Place; readonly focus: Place };

/** The table itself, rendered again whenever other rows come into view; keys and mouse as in a spreadsheet. */
export function SheetGridBody({ editor, rowHeight, frame }: SheetGridBodyProps) {
  const { sheet, view, extent, selection, newRow, rows, layout, grid } = editor;
  const virtualizer = useVirtualizer({
    count: extent.rows,
    getScrollElement: () => frame,
    estimateSize: () => rowHeight,
    overscan: rowsBeyondScreen,
    rangeExtractor: useSteadyRange(),
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const read = useRowWindow(sheet.sheetId, view, { first, last, end: rows - 1 });
  // Another window may have added a row in the place where one is typed here, which then is further down.
  const rowAt = (place: number) => {
    const row = read.rowAt(place);
    return newRow?.place === place && newRow.rowId !== row?.rowId ? null : row;
  };
  const idAt = (place: number) => (newRow?.place === place ? newRow.rowId : (rowAt(place)?.rowId ?? null));
  useLayoutEffect(() =>
    editor.showRows((place) => (newRow?.place === place ? (newRow.rowId ?? beingSaved) : idAt(place))),
  );
  const { top, bottom, left, right } = rangeOf(selection);
  const { focus } = selection;
  useFollowRow(editor, idAt, first, last);
  const [hovered, setHovered] = useState<Hovered | null>(null);

  const cellsAt = (place: number) =>
    rowAt(place)?.cells ?? { ...emptyCells, ...(newRow?.place === place ? newRow.cells : {}) };
  const editing = useCellEditing(editor, {
    rowAt,
    cellsAt,
    focusGrid: () => grid.current?.focus(),
  });
  const screenRows = () => Math.max(1, Math.floor((frame.clientHeight - headHeight) / rowHeight) - 1);
  const { copy, paste, ...clipboard } = useGridClipboard(editor, editing.isOpen);
  const keys = useGridKeys({
    editor,
    editing,
    screenRows,
    copy,
    paste,
    isFailed: read.error !== null,
    showFocus: () => virtualizer.scrollToIndex(focus.row, { align: 'auto' }),
  });
  const mouse = useGridMouse(editor, {
    edit: keys.edit,
    setHovered: (place) => setHovered(place === null ? null : { place, focus }),
    focusGrid: () => grid.current?.focus(),
    frame,
    rowHeight,
  });
  const { filling } = mouse;

  useEffect(() => grid.current?.focus({ preventScroll: true }), [grid]);
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    virtualizer.scrollToIndex(focus.row, { align: 'auto' });
    showColumn(frame, layout, focus.column);
    // A sheet that opens is shown from its heading.
    if (!editor.isCellChosen) return;
    const start = frame.getBoundingClientRect().top + headHeight + focus.row * rowHeight - frame.scrollTop;
    showInScreen(frame, { top: start, bottom: start + rowHeight });
  }, [virtualizer, frame, layout, rowHeight, editor.isCellChosen, focus.row, focus.column]);

  // Before anybody moved the selection, no note covers the rows.
  const isHovered = hovered !== null && samePlace(hovered.focus, focus);
  const noted = isHovered ? hovered.place : editing.isOpen || !editor.isCellChosen ? null : focus;
  const notedRow = noted === null ? null : rowAt(noted.row);
  const isOfNoted = ({ column }: { readonly column: PayoutColumn | null }) =>
    noted !== null &&
    (column === layout.columns[noted.column]?.key || (column === null && noted.column === 0));
  const notedProblems = notedRow?.problems.filter(isOfNoted) ?? [];
  const notedFindings = notedRow?.findings.filter(isOfNoted) ?? [];
  const isNoted = noted !== null && notedProblems.length + notedFindings.length > 0;
  const openColumn = editing.open === null ? undefined : layout.columns[editing.open.place.column];
  const isFocusShown = focus.row >= first && focus.row <= last;

  return (
    <>
      <ErrorNotice error={read.error} />
      <div
        style={{
          position: 'relative',
          width: layout.width,
          height: headHeight + virtualizer.getTotalSize(),
          ...withRowHeight(rowHeight),
        }}
        {...mouse.frame}
      >
        <div
          ref={grid}
          role="grid"
          tabIndex={0}
          aria-label={`Rows of ${sheet.name}`}
          aria-describedby="sheet-keys"
          aria-multiselectable
          aria-rowcount={extent.rows + 1}
          aria-colcount={layout.columns.length + 1}
          aria-activedescendant={isFocusShown ? cellId(focus.row, focus.column) : undefined}
          style={{ height: '100%' }}
          onKeyDown={keys.onKeyDown}
          onBlur={keys.onBlur}
          {...mouse.grid}
          {...clipboard}
        >
          <SheetGridHead editor={editor} />
          <div role="rowgroup">
            {items.map(({ index, start }) => {
              const row = rowAt(index);
              const isIn = index >= top && index <= bottom;
              const isFilling =
                filling !== null && index >= filling.target.top && index <= filling.target.bottom;
              const typed = newRow?.place === index && row === null ? newRow.cells : null;
              return (
                <SheetGridRow
                  key={index % items.length}
                  row={
                    typed === null
                      ? row
                      : { ...noRow, rowNumber: index + 1, cells: { ...emptyCells, ...typed } }
                  }
                  layout={layout}
                  isNew={editor.hasNewRow && index === rows}
                  place={index}
                  top={start}
                  left={isIn ? left : -1}
                  right={isIn ? right : -1}
                  fillLeft={isFilling ? filling.target.left : -1}
                  fillRight={isFilling ? filling.target.right : -1}
                  handle={index === bottom && !editing.isOpen && top < editor.stored ? right : -1}
                  active={index === focus.row ? focus.column : -1}
                />
              );
            })}
          </div>
        </div>
        {editing.open !== null && openColumn !== undefined && (
          <CellEditor
            key={`${editing.open.rowId ?? `new ${editing.open.newRowId}`} ${editing.open.place.column}`}
            column={openColumn}
            place={editing.open.place}
            left={leftOf(frame, layout, editing.open.place.column)}
            top={headHeight + editing.open.place.row * rowHeight}
            height={rowHeight}
            text={editing.open.text}
            isTyped={editing.open.isTyped}
            cells={editing.open.cells}
            profileName={sheet.profileName}
            frame={frame}
            onCommit={editing.commit}
            onCancel={editing.cancel}
          />
        )}
        {isNoted && (
          <ProblemNote
            problems={notedProblems}
            findings={notedFindings}
            cellNow={() => ({
              top: headHeight + noted.row * rowHeight,
              left: leftOf(frame, layout, noted.column),
              height: rowHeight,
              width: layout.columns[noted.column]?.width ?? 0,
            })}
            frame={frame}
            onUse={(suggestion) => editing.write(noted, suggestion)}
            onUseAll={sheet.problemRows > 1 ? () => editing.useSuggestionsLike(noted) : null}
            hasKeys={samePlace(noted, focus)}
          />
        )}
      </div>
      <PrintedRows first={first} last={Math.min(last, rows - 1)} rows={rows} />
      <p id="sheet-keys" hidden>
        Arrow keys move, Enter edits, Tab goes to the next cell, Alt+Down opens the menu of the column. Press
        Escape, then Tab, to leave the table.
      </p>
    </>
  );
}

const noRow = { rowId: beingSaved, problems: [], findings: [], retryOf: null, lastMoney: null };

/**
 * The rows to render, always the same number, so that a row that leaves one end of the screen is reused at the other: changing its
 * text takes half the time of creating it again.
 */
function useSteadyRange(): (range: Range) => number[] {
  const most = useRef(0);
  return useCallback(({ startIndex, endIndex, overscan, count }) => {
    most.current = Math.max(most.current, endIndex - startIndex + 1 + 2 * overscan);
    const length = Math.min(most.current, count);
    const first = Math.max(0, Math.min(startIndex - overscan, count - length));
    return Array.from({ length }, (_, index) => first + index);
  }, []);
}

/** Scrolls sideways as far as needed to show a column beside those that stay in view. */
function showColumn(frame: HTMLElement, { columns, starts, frozenWidth }: SheetLayout, column: number): void {
  const start = starts[column];
  const width = columns[column]?.width;
  if (column === 0 || start === undefined || width === undefined) return;
  if (start - frozenWidth < frame.scrollLeft) frame.scrollLeft = start - frozenWidth;
  else if (start + width > frame.scrollLeft + frame.clientWidth)
    frame.scrollLeft = start + width - frame.clientWidth;
}

/** The current position of a cell: the first column stays in place while the others scroll. */
function leftOf(frame: HTMLElement, { starts }: SheetLayout, column: number): number {
  return (starts[column] ?? 0) + (column === 0 ? frame.scrollLeft : 0);
}
