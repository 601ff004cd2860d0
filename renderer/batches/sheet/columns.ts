import type { ArrangedColumn } from '../../../contract/settings.ts';
import { columnLabel } from '../../../contract/text/columns.ts';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';

/** How one column of the sheet is shown. Widths are pixels. */
export type SheetColumn = {
  readonly key: PayoutColumn;
  readonly title: string;
  readonly width: number;
  /** The same object as long as the width is unchanged, because cells compare it by identity. */
  readonly style: { readonly width: number };
  readonly isNumeric: boolean;
  readonly isMonospaced: boolean;
};

/** The columns of a sheet as they are shown. */
export type SheetLayout = {
  /** From left to right; the first stays in view beside the row number. */
  readonly columns: readonly SheetColumn[];
  /** Where each column begins, in pixels from the left edge of the sheet. */
  readonly starts: readonly number[];
  /** Width of the whole sheet in pixels. */
  readonly width: number;
  /** The width of the columns that stay in view at the left. */
  readonly frozenWidth: number;
  readonly hidden: readonly PayoutColumn[];
};

/** Width of the column of row numbers, which stays in view, in pixels. */
export const rowNumberWidth = 60;
const repeatedAmountWidth = 220;
const least = 56;
const most = 640;

/** The payee of a row stays in view when scrolling. */
export const frozenColumn: PayoutColumn = 'accountName';

type ColumnStyle = Pick<SheetColumn, 'key' | 'width'> & { readonly is?: 'numeric' | 'monospaced' };

/** The default columns, before a person arranges them. */
const columnStyles: readonly ColumnStyle[] = [
  { key: 'accountName', width: 200 },
  { key: 'amount', width: 124, is: 'numeric' },
  { key: 'currencyCode', width: 94 },
  { key: 'reference', width: 180 },
  { key: 'paymentMethodCode', width: 136 },
  { key: 'accountNumber', width: 236, is: 'monospaced' },
  { key: 'paymentOperatorCode', width: 124 },
  { key: 'emailAddress', width: 210 },
  { key: 'idPayout', width: 170, is: 'monospaced' },
];

/** Every column of a sheet in order, those without a position at the end. */
export function arrangedColumns(stored: readonly ArrangedColumn[]): ArrangedColumn[] {
  const known = stored.filter(({ column }) => column !== frozenColumn);
  const others = columnStyles
    .filter(({ key }) => key !== frozenColumn && !known.some(({ column }) => column === key))
    .map(({ key }): ArrangedColumn => ({ column: key, width: null, isShown: true }));
  const width = stored.find(({ column }) => column === frozenColumn)?.width ?? null;
  return [{ column: frozenColumn, width, isShown: true }, ...known, ...others];
}

/** Lays out the columns as a person arranged them. `isRepeat`: earlier amounts are in the amount column. */
export function layOutColumns(arranged: readonly ArrangedColumn[], isRepeat: boolean): SheetLayout {
  const columns = arranged
    .filter(({ isShown }) => isShown)
    .map(({ column, width }) =>
      styleOf(column, width ?? (isRepeat && column === 'amount' ? repeatedAmountWidth : null)),
    );
  const starts: number[] = [];
  let width = rowNumberWidth;
  for (const column of columns) {
    starts.push(width);
    width += column.width;
  }
  const hidden = arranged.filter(({ isShown }) => !isShown).map(({ column }) => column);
  return { columns, starts, width, frozenWidth: rowNumberWidth + (columns[0]?.width ?? 0), hidden };
}

function styleOf(key: PayoutColumn, width: number | null): SheetColumn {
  const look = columnStyles.find((each) => each.key === key);
  const shown = width ?? look?.width ?? least;
  return {
    key,
    title: columnLabel(key),
    width: shown,
    style: { width: shown },
    isNumeric: look?.is === 'numeric',
    isMonospaced: look?.is === 'monospaced',
  };
}

/** Pixels that a cell keeps free at its sides, and for the mark of a problem. */
const [cellPadding, markWidth] = [21, 16];
const [usualSize, leastSize] = [13, 7.5];
/** Width of a digit and of a separator, as a share of the font size; small letters are wider in proportion. */
const [digitShare, separatorShare] = [0.67, 0.34];

/**
 * The font size in pixels at which a figure fits into a cell of this width: cut off, it would read as another amount. Null: the usual size, at
 * which a figure is cut that would otherwise be too small to read.
 */
export function figureSize(text: string, width: number, hasMark: boolean): number | null {
  const separators = text.match(/[,.]/g)?.length ?? 0;
  const share = (text.length - separators) * digitShare + separators * separatorShare;
  const size = Math.floor(((width - cellPadding - (hasMark ? markWidth : 0)) / share) * 10) / 10;
  return size >= usualSize || size < leastSize ? null : size;
}

/** The nearest allowed width of a column. */
export function fitWidth(width: number): number {
  return Math.round(Math.max(least, Math.min(width, most)));
}

/** Moves a column one position to the left (-1) or to the right (1), a shown one past hidden ones; the first one stays. */
export function moveColumn(
  arranged: readonly ArrangedColumn[],
  column: PayoutColumn,
  by: -1 | 1,
): readonly ArrangedColumn[] {
  const from = arranged.findIndex((each) => each.column === column);
  let to = from + by;
  const moved = arranged[from];
  if (moved?.isShown === true) while (arranged[to]?.isShown === false) to += by;
  if (moved === undefined || from < 1 || to < 1 || to >= arranged.length) return arranged;
  return arranged.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Columns that every payout needs. */
export const neededColumns: readonly PayoutColumn[] = ['amount', 'currencyCode', 'paymentMethodCode'];
