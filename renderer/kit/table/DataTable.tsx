import Box from '@mui/material/Box';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useRowHeight } from './density.ts';
import { PrintedRows } from './PrintedRows.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useLater } from '../fields/useLater.ts';
import { activeAfter } from './table-keys.ts';
import { columnsWithin, sumOf, type Column, type Sort } from './table.ts';
import { useRoom } from './useRoom.ts';
import Skeleton from '@mui/material/Skeleton';

export type { Column, Sort };

export type DataTableProps<Row> = {
  /** A description of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: not known, also where they could not be read; the table does not say then that there are none. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  /** The key of the row whose details are open beside the table. */
  readonly selected?: string | null;
  readonly sort?: Sort | null;
  readonly onSort?: (key: string) => void;
  /** Called near the end of the loaded rows, to read the next page. */
  readonly onEnd?: () => void;
  readonly isLoading?: boolean;
  /** Whether further rows are on their way. */
  readonly isLoadingMore?: boolean;
  /** Shown instead of rows if there are none. */
  readonly empty?: ReactNode;
  /** Grows with its rows instead of filling its space. */
  readonly isFlowing?: boolean;
};

const overscanRows = 12;
const nearEndRows = 30;
const headHeight = 32;
const noRows: readonly never[] = [];

/** One continuous list: only visible rows are rendered. Arrows, Page Up and Down, Home and End move, Enter opens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows = noRows, rowKey, onOpen, selected = null, onEnd, isLoading = false } = props;
  const { isLoadingMore = false, empty, isFlowing = false, sort = null, onSort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const tableId = useId();
  const rowHeight = useRowHeight();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollPaddingStart: headHeight,
    scrollMargin: 0,
  });
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const isSkeleton = useLater(isLoading);
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;
  const isNearEnd = !isLoading && rows.length > 0 && lastShown >= rows.length - nearEndRows;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
    // `onEnd` is called once per page; what it does with the same rows is its own matter.
  }, [isNearEnd, rows.length]);

  const wanted = activeKey ?? selected;
  const activeIndex = wanted === null ? -1 : rows.findIndex((row) => rowKey(row) === wanted);
  const move = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const active = rows[activeIndex];
    if (event.key === 'Enter' && active !== undefined && onOpen !== undefined) {
      event.preventDefault();
      return onOpen(active);
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const next = activeAfter(event.key, activeIndex, rows.length, pageRows);
    const row = next === null ? undefined : rows[next];
    if (next === null || row === undefined) return undefined;
    event.preventDefault();
    setActiveKey(rowKey(row));
    virtualizer.scrollToIndex(next);
    return undefined;
  };

  const room = useRoom(scroller);
  const { columns, widths, padding } = useMemo(
    () => columnsWithin(props.columns, rows, room),
    [props.columns, rows, room],
  );
  const template = widths.map((width) => `minmax(${width}px, ${width}fr)`).join(' ');
  // Titles and rows are laid out separately: a shared width keeps them aligned.
  const minWidth = sumOf(widths);
  return (
    <Box
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-busy={isLoading}
      tabIndex={0}
      {...(activeIndex < 0 ? {} : { 'aria-activedescendant': `${tableId}-${wanted}` })}
      onKeyDown={move}
      sx={{
        position: 'relative',
        overflow: 'auto',
        fontSize: 13,
        '--table-columns': template,
        '--cell-padding': `${padding}px`,
        ...(isFlowing ? { maxHeight: '70vh' } : { flex: 1, minHeight: 160 }),
      }}
    >
      <TableHead
        columns={columns}
        minWidth={minWidth}
        height={headHeight}
        sort={sort}
        {...(onSort === undefined ? {} : { onSort })}
      />
      {isSkeleton ? <TableSkeleton columns={columns.length} rowHeight={rowHeight} /> : null}
      {!isLoading && props.rows?.length === 0 ? (
        <Box role="row">
          <Box role="gridcell">
            {empty ?? <Box sx={{ padding: 3, color: 'text.secondary' }}>Nothing here.</Box>}
          </Box>
        </Box>
      ) : null}
      <Box
        role="rowgroup"
        sx={{ position: 'relative', '@media print': { height: 'auto !important' } }}
        style={{ height: virtualizer.getTotalSize(), minWidth }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = rowKey(row);
          return (
            <TableRow
              key={key}
              id={`${tableId}-${key}`}
              row={row}
              columns={columns}
              start={start}
              height={rowHeight}
              rowIndex={index + 2}
              isSelected={key === selected}
              isActive={key === wanted}
              onOpen={onOpen}
              onActive={() => setActiveKey(key)}
            />
          );
        })}
      </Box>
      <PrintedRows first={items[0]?.index ?? 0} last={lastShown} rows={rows.length} />
      {isLoadingMore ? (
        <Box role="status" sx={{ padding: 1, color: 'text.secondary' }}>
          Reading more …
        </Box>
      ) : null}
    </Box>
  );
}

const shownRows = 8;

/** Placeholders for rows that are not loaded yet. */
function TableSkeleton({ columns, rowHeight }: { readonly columns: number; readonly rowHeight: number }) {
  return (
    <Box aria-hidden>
      {Array.from({ length: shownRows }, (_, row) => (
        <Box
          key={row}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'var(--table-columns)',
            alignItems: 'center',
            height: rowHeight,
          }}
        >
          {Array.from({ length: columns }, (_cell, column) => (
            <Skeleton key={column} sx={{ margin: '0 12px', maxWidth: 120 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
