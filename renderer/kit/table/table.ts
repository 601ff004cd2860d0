import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  /** Pixels at least; what is over is shared out in proportion. */
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly render: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
};

export type Sort = { readonly key: string; readonly isDescending: boolean };
