import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  /** Pixels at least; what is over is shared out in proportion. */
  readonly width: number;
  /** What a row shows here, in letters: the column is as wide as the longest, so that no figure runs into the next. */
  readonly text?: (row: Row) => string;
  readonly align?: 'left' | 'right';
  readonly render: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
};

export type Sort = { readonly key: string; readonly isDescending: boolean };

/** Of a figure in a table, and what a cell keeps free beside it. */
const [digitWidth, cellPadding] = [8, 24];

/** How wide a column is at least with these rows. */
export function widthOf<Row>({ width, text }: Column<Row>, rows: readonly Row[]): number {
  if (text === undefined) return width;
  return rows.reduce((widest, row) => Math.max(widest, text(row).length * digitWidth + cellPadding), width);
}
