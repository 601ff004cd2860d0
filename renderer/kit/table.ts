import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  /** Pixels, or a track of a CSS grid such as `minmax(160px, 2fr)`. */
  readonly width: number | string;
  readonly align?: 'left' | 'right';
  readonly render: (row: Row) => ReactNode;
  readonly isSortable?: boolean;
};

export type Sort = { readonly key: string; readonly isDescending: boolean };
