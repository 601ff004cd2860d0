import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  /** Minimum pixels; extra space is distributed in proportion. */
  readonly width: number;
  readonly isSortable?: boolean;
  /** Left out if not all columns fit side by side: the details show it too. */
  readonly isExtra?: boolean;
} & (Figures<Row> | Texts<Row>);

/** `text` is the text of a row: the column is as wide as the longest, so that figures do not run into the next column. */
type Figures<Row> = {
  readonly align: 'right';
  readonly text: (row: Row) => string;
  /** Where it is left out, the letters themselves are shown. */
  readonly render?: (row: Row) => ReactNode;
};

/** A text that is too long is truncated, unless `text` makes the column as wide as the longest. */
type Texts<Row> = {
  readonly align?: 'left';
  readonly text?: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
};

export type Sort = { readonly key: string; readonly isDescending: boolean };

/** Of a figure and a letter in a table, and what a cell keeps free beside them. */
const [digitWidth, letterWidth, cellPadding] = [8, 7, 24];

/** The columns that fit side by side, with their minimum widths; `room` in pixels, null: not known yet. */
export function columnsWithin<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number | null,
): { readonly columns: readonly Column<Row>[]; readonly widths: readonly number[] } {
  const widths = columns.map((column) => widthOf(column, rows));
  const extra = columns.findLastIndex(({ isExtra }) => isExtra === true);
  if (extra === -1 || room === null || sumOf(widths) <= room) return { columns, widths };
  return columnsWithin(columns.toSpliced(extra, 1), rows, room);
}

export function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

/** The minimum width of a column with these rows. */
export function widthOf<Row>(
  { width, text, align = 'left' }: Pick<Column<Row>, 'width' | 'text' | 'align'>,
  rows: readonly Row[],
): number {
  if (text === undefined) return width;
  const each = align === 'right' ? digitWidth : letterWidth;
  return rows.reduce((widest, row) => Math.max(widest, text(row).length * each + cellPadding), width);
}
