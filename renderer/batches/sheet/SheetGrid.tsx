import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { emptyCells } from '../../../contract/sheet.ts';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { CellEditor } from './CellEditor.tsx';
import { columnStarts, rowNumberWidth, sheetColumns, sheetWidth } from './columns.ts';
import { GridFrame, headHeight } from './gridStyles.ts';
import { useCurrencyHint } from './currency-hint.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { useRowWindow } from './queries.ts';
import { rangeOf, type Place } from './selection.ts';
import { cellId, SheetGridRow } from './SheetGridRow.tsx';
import { SheetGridHead } from './SheetGridHead.tsx';
import { useCellEditing } from './useCellEditing.ts';
import { useFollowRow } from './useFollowRow.ts';
import { useGridKeys } from './useGridKeys.ts';
import { useGridMouse } from './useGridMouse.ts';
import { useGridClipboard } from './useGridClipboard.ts';
import type { SheetEditor } from './useSheetEditor.ts';

const rowsBeyondScreen = 12;

/** The rows of a sheet in one continuous table, of which only what is on the screen exists; keys and mouse as in a spreadsheet. */
export function SheetGrid({ editor, rowHeight }: { editor: SheetEditor; rowHeight: number }) {
  const { sheet, view, extent, selection, newRow, rows } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: extent.rows,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: rowsBeyondScreen,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const window = useRowWindow(sheet.sheetId, view, first, Math.min(last, Math.max(rows - 1, 0)));
  const { top, bottom, left, right } = rangeOf(selection);
  const { focus } = selection;
  useFollowRow(editor, window.rowAt, first, last);
  const currencyHint = useCurrencyHint(sheet.profileName);
  const [hovered, setHovered] = useState<Place | null>(null);

  const cellsAt = (place: number) =>
    window.rowAt(place)?.cells ?? { ...emptyCells, ...(newRow?.place === place ? newRow.cells : {}) };
  const editing = useCellEditing(editor, {
    rowAt: window.rowAt,
    cellsAt,
    focusGrid: () => grid.current?.focus(),
  });
  const screenRows = Math.max(
    1,
    Math.floor(((frame.current?.clientHeight ?? 600) - headHeight) / rowHeight) - 1,
  );
  const onKeyDown = useGridKeys(editor, editing, screenRows);
  const mouse = useGridMouse(editor, {
    edit: () => editing.begin(null),
    setHovered,
    focusGrid: () => grid.current?.focus(),
  });
  const clipboard = useGridClipboard(editor, editing.isOpen);

  useEffect(() => grid.current?.focus({ preventScroll: true }), []);
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    virtualizer.scrollToIndex(focus.row, { align: 'auto' });
    showColumn(frame.current, focus.column);
  }, [virtualizer, focus.row, focus.column]);

  const noted = hovered ?? (editing.isOpen ? null : focus);
  const notedProblems =
    noted === null
      ? []
      : (window.rowAt(noted.row)?.problems ?? []).filter(
          ({ column }) =>
            column === sheetColumns[noted.column]?.key || (column === null && noted.column === 0),
        );
  const hint =
    noted !== null && sheetColumns[noted.column]?.key === 'currencyCode'
      ? currencyHint(window.rowAt(noted.row)?.cells.currencyCode ?? '')
      : null;
  const isFocusShown = focus.row >= first && focus.row <= last;
  const isAbove = noted !== null && isInLowerPart(frame.current, headHeight + noted.row * rowHeight);

  return (
    <GridFrame ref={frame} {...mouse.frame}>
      {window.error !== null && <ErrorNotice error={window.error} />}
      <div
        style={{ position: 'relative', width: sheetWidth, height: headHeight + virtualizer.getTotalSize() }}
      >
        <div
          ref={grid}
          role="grid"
          tabIndex={0}
          aria-label={`Rows of ${sheet.name}`}
          aria-describedby="sheet-keys"
          aria-multiselectable
          aria-rowcount={extent.rows + 1}
          aria-colcount={sheetColumns.length + 1}
          aria-activedescendant={isFocusShown ? cellId(focus.row, focus.column) : undefined}
          style={{ height: '100%' }}
          onKeyDown={onKeyDown}
          {...mouse.grid}
          {...clipboard}
        >
          <SheetGridHead sort={view.sort} onSort={(sort) => editor.changeView({ sort })} />
          <div role="rowgroup">
            {items.map(({ index, start }) => {
              const row = window.rowAt(index);
              const isIn = index >= top && index <= bottom;
              const typed = newRow?.place === index && row === null ? newRow.cells : null;
              return (
                <SheetGridRow
                  key={index}
                  row={
                    typed === null
                      ? row
                      : { ...noRow, rowNumber: index + 1, cells: { ...emptyCells, ...typed } }
                  }
                  isNew={editor.hasNewRow && index === rows}
                  place={index}
                  top={start}
                  height={rowHeight}
                  left={isIn ? left : -1}
                  right={isIn ? right : -1}
                  active={index === focus.row ? focus.column : -1}
                  isCurrencyHinted={currencyHint(row?.cells.currencyCode ?? '') !== null}
                />
              );
            })}
          </div>
        </div>
        {editing.open !== null && (
          <CellEditor
            key={`${editing.open.place.row} ${editing.open.place.column}`}
            place={editing.open.place}
            top={headHeight + editing.open.place.row * rowHeight}
            height={rowHeight}
            text={editing.open.text}
            cells={editing.open.cells}
            profileName={sheet.profileName}
            onCommit={editing.commit}
            onCancel={editing.cancel}
          />
        )}
        {noted !== null && (notedProblems.length > 0 || hint !== null) && (
          <ProblemNote
            problems={notedProblems}
            hint={hint}
            top={headHeight + (noted.row + (isAbove ? 0 : 1)) * rowHeight}
            left={Math.min(columnStarts[noted.column] ?? 0, sheetWidth - 310)}
            isAbove={isAbove}
            onUse={(suggestion) => editing.write(noted, suggestion)}
          />
        )}
      </div>
      <p id="sheet-keys" hidden>
        Arrow keys move, Enter edits, Tab goes to the next cell. Press Escape, then Tab, to leave the table.
      </p>
    </GridFrame>
  );
}

const noRow = { rowId: -1, problems: [], retryOf: null };

/** Scrolls sideways as far as needed to show a column beside the row numbers that stay in view. */
function showColumn(frame: HTMLDivElement | null, column: number): void {
  const start = columnStarts[column];
  const width = sheetColumns[column]?.width;
  if (frame === null || start === undefined || width === undefined) return;
  if (start - rowNumberWidth < frame.scrollLeft) frame.scrollLeft = start - rowNumberWidth;
  else if (start + width > frame.scrollLeft + frame.clientWidth)
    frame.scrollLeft = start + width - frame.clientWidth;
}

function isInLowerPart(frame: HTMLDivElement | null, top: number): boolean {
  return frame !== null && top - frame.scrollTop > frame.clientHeight - 180;
}
