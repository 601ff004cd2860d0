import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  /** Pixels at least; what is over is shared out in proportion. */
  readonly width: number;
  readonly isSortable?: boolean;
  /** Left out where not all columns have room beside each other: what is opened says it too. */
  readonly isExtra?: boolean;
} & (Figures<Row> | Texts<Row>);

/** `text` is what a row shows, in letters: the column is as wide as the longest, so that no figure runs into the next. */
type Figures<Row> = {
  readonly align: 'right';
  readonly text: (row: Row) => string;
  /** Where it is left out, the letters themselves are shown. */
  readonly render?: (row: Row) => ReactNode;
};

/** A text that is too long is cut, except where `text` keeps the column as wide as the longest. */
type Texts<Row> = {
  readonly align?: 'left';
  readonly text?: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
};

export type Sort = { readonly key: string; readonly isDescending: boolean };

/** Of a figure and a letter in a table, and what a cell keeps free beside them. */
const [digitWidth, letterWidth, cellPadding] = [8, 7, 24];

/** The columns that have room beside each other, with how wide each is at least; `room` in pixels, null: not known yet. */
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

/** How wide a column is at least with these rows. */
export function widthOf<Row>(
  { width, text, align = 'left' }: Pick<Column<Row>, 'width' | 'text' | 'align'>,
  rows: readonly Row[],
): number {
  if (text === undefined) return width;
  const each = align === 'right' ? digitWidth : letterWidth;
  return rows.reduce((widest, row) => Math.max(widest, text(row).length * each + cellPadding), width);
}
