import type { PayoutColumn } from '../../../../contract/batches/sheet.ts';
import { rangeOf, type Selection } from '../selection.ts';

type PastedCells = Partial<Record<PayoutColumn, string>>;

/** The result of a paste: cells for rows of the view from `top` on, and cells of new rows after the last one. */
type Paste = {
  readonly top: number;
  readonly changed: readonly PastedCells[];
  readonly added: readonly PastedCells[];
  /** How many columns of the clipboard reach beyond the last column of the sheet. */
  readonly columnsLeftOut: number;
  readonly selection: Selection;
};

/**
 * Lays the cells of the clipboard over the sheet from the upper left corner of the selection. A single row or cell
 * fills the whole selection, as in a spreadsheet. Rows beyond the last of the view are added. `shown` are the columns from left to right.
 */
export function planPaste(
  cells: readonly (readonly string[])[],
  selection: Selection,
  rowsInView: number,
  shown: readonly PayoutColumn[],
): Paste | null {
  if (cells.length === 0) return null;
  const { top, bottom, left, right } = rangeOf(selection);
  const width = Math.max(...cells.map((row) => row.length));
  const height = bottom - top + 1;
  const source =
    height > cells.length && height % cells.length === 0 && rowsInView > 0
      ? Array.from({ length: height }, (_, index) => cells[index % cells.length] ?? [])
      : cells;
  const spread = right - left + 1;
  const columns = width === 1 && spread > 1 ? spread : width;
  const rows = source.map((row) => cellsOf(row, shown.slice(left, left + columns)));
  const room = Math.max(0, rowsInView - top);
  return {
    top,
    changed: rows.slice(0, room),
    added: rows.slice(room),
    columnsLeftOut: Math.max(0, left + columns - shown.length),
    selection: {
      anchor: { row: top + rows.length - 1, column: Math.min(left + columns, shown.length) - 1 },
      focus: { row: top, column: left },
    },
  };
}

function cellsOf(row: readonly string[], columns: readonly PayoutColumn[]): PastedCells {
  return Object.fromEntries(
    columns.map((column, index) => [column, (row.length === 1 ? row[0] : row[index]) ?? '']),
  );
}
