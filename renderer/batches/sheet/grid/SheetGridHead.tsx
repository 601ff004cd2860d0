import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ExpandMore from '@mui/icons-material/ExpandMore';
import FilterAlt from '@mui/icons-material/FilterAlt';
import { memo } from 'react';
import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import type { SheetView } from '../../../../contract/batches/sheet-change.ts';
import { rowNumberWidth, type SheetColumn } from '../columns.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

type Sort = SheetView['sort'];

/** Where the menu of a column opens. */
export const headId = (column: PayoutColumn) => `sheet-head-${column}`;

/**
 * The head of the sheet: each title sorts by its column, ascending, descending, and not at all; beside it are its menu and its width. It is
 * not rendered again while the rows scroll.
 */
export const SheetGridHead = memo(function SheetGridHead({ editor }: { editor: SheetEditor }) {
  const { view, layout, changeView } = editor;
  return (
    <div role="row" className="head" aria-rowindex={1}>
      <div role="columnheader" aria-colindex={1} className="number" style={{ width: rowNumberWidth }}>
        Row
      </div>
      {layout.columns.map((column, index) => (
        <ColumnHead
          key={column.key}
          column={column}
          place={index}
          sort={view.sort}
          isFiltered={view.filters.some((filter) => filter.column === column.key)}
          editor={editor}
          onSort={() => changeView({ sort: nextSort(view.sort, column.key) })}
        />
      ))}
    </div>
  );
});

type ColumnHeadProps = {
  readonly column: SheetColumn;
  readonly place: number;
  readonly sort: Sort;
  readonly isFiltered: boolean;
  readonly editor: SheetEditor;
  readonly onSort: () => void;
};

function ColumnHead({ column, place, sort, isFiltered, editor, onSort }: ColumnHeadProps) {
  const { key, title, width, isNumeric } = column;
  const isSorted = sort?.column === key;
  const direction = sort?.isDescending === true ? 'descending' : 'ascending';
  const openMenu = (anchor: HTMLElement) => editor.openPanel({ kind: 'column', column: key, anchor });
  return (
    <div
      role="columnheader"
      id={headId(key)}
      aria-colindex={place + 2}
      aria-sort={isSorted ? direction : 'none'}
      className={`headColumn${place === 0 ? ' isFrozen' : ''}${isNumeric ? ' isNumeric' : ''}`}
      style={{ width }}
      onContextMenu={(event) => {
        event.preventDefault();
        openMenu(event.currentTarget);
      }}
    >
      <button type="button" className={`headCell${isNumeric ? ' isNumeric' : ''}`} onClick={onSort}>
        {title}
        {isSorted &&
          (direction === 'ascending' ? (
            <ArrowUpward sx={{ fontSize: 14 }} />
          ) : (
            <ArrowDownward sx={{ fontSize: 14 }} />
          ))}
      </button>
      <button
        type="button"
        className={isFiltered ? 'menuButton isOn' : 'menuButton'}
        tabIndex={-1}
        aria-label={`Menu of ${title}${isFiltered ? ', filtered' : ''}`}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget)}
      >
        {isFiltered ? <FilterAlt sx={{ fontSize: 15 }} /> : <ExpandMore sx={{ fontSize: 16 }} />}
      </button>
      <span
        className="grip"
        aria-hidden
        onPointerDown={(event) => drag(event, column, editor)}
        onDoubleClick={() => editor.columns.resize(key, null)}
      />
    </div>
  );
}

/** Resizes the column with the pointer, until it is released. */
function drag(
  event: React.PointerEvent<HTMLElement>,
  { key, width }: SheetColumn,
  { columns }: SheetEditor,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const grip = event.currentTarget;
  const from = event.clientX;
  grip.setPointerCapture(event.pointerId);
  const onMove = (move: PointerEvent): void =>
    columns.preview({ column: key, width: width + move.clientX - from });
  const onUp = (up: PointerEvent): void => {
    grip.removeEventListener('pointermove', onMove);
    if (up.clientX === from) columns.preview(null);
    else columns.resize(key, width + up.clientX - from);
  };
  grip.addEventListener('pointermove', onMove);
  grip.addEventListener('pointerup', onUp, { once: true });
}

function nextSort(sort: Sort, column: PayoutColumn): Sort {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}
