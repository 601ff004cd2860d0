import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  /** Minimum pixels; extra space is distributed in proportion. */
  readonly width: number;
  readonly isSortable?: boolean;
  /** Left out if not all columns fit side by side: the details show it too. `last`: only once that was not enough. */
  readonly isExtra?: boolean | 'last';
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
  /** Never truncated, where people compare it letter by letter: if there is no room, the table scrolls. */
  readonly isWhole?: boolean;
  readonly render: (row: Row) => ReactNode;
};

export type Sort = { readonly key: string; readonly isDescending: boolean };

/** Of a figure, a separator and a letter in a table, of the arrow of a sorted column, and what a measured text gets beside these. */
const [digitWidth, separatorWidth, letterWidth, arrowWidth, spareWidth] = [8.5, 4, 7, 16, 4];
const [figures, separators] = [/[\d-]/, /[., ]/];
/** The padding of a cell on each side, normally and if the columns do not fit otherwise. */
const [usualPadding, tightPadding] = [12, 6];

type FittedColumns<Row> = {
  readonly columns: readonly Column<Row>[];
  /** Their minimum widths. */
  readonly widths: readonly number[];
  /** What a cell keeps free on each side. */
  readonly padding: number;
};

/**
 * The columns that fit side by side; `room` in pixels, null: not known yet. Where they do not fit, they first stand closer to each other, and
 * then those that are extra are left out. If the others do not fit either, the longest texts are truncated.
 */
export function columnsWithin<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number | null,
): FittedColumns<Row> {
  const usual = { columns, widths: columns.map((column) => widthOf(column, rows)), padding: usualPadding };
  if (room === null || sumOf(usual.widths) <= room) return usual;
  const tight = {
    columns,
    widths: columns.map((column) => tightWidthOf(column, rows)),
    padding: tightPadding,
  };
  const lastWith = (wanted: true | 'last'): number =>
    columns.findLastIndex(({ isExtra }) => isExtra === wanted);
  const extra = lastWith(true) === -1 ? lastWith('last') : lastWith(true);
  if (sumOf(tight.widths) <= room) return tight;
  if (extra === -1) return { ...tight, widths: truncated(tight, room) };
  return columnsWithin(columns.toSpliced(extra, 1), rows, room);
}

/** The widths with the longest texts made narrower, down to what their columns have usually: figures are never cut. */
function truncated<Row>({ columns, widths }: FittedColumns<Row>, room: number): number[] {
  const left = [...widths];
  const texts = columns.flatMap((column, index) =>
    column.align === 'right' || column.text === undefined || column.isWhole === true ? [] : [index],
  );
  for (const index of texts.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))) {
    const [width, column] = [widths[index], columns[index]];
    if (width === undefined || column === undefined) continue;
    const spare = width - (column.width - 2 * (usualPadding - tightPadding));
    left[index] = width - Math.max(0, Math.min(spare, sumOf(left) - room));
  }
  return left;
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
  return rows.reduce((widest, row) => Math.max(widest, text(row).length * each + 2 * usualPadding), width);
}

/** As wide as its title and its longest text need, or less than usual by the padding alone. */
function tightWidthOf<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const { title, text, isSortable = false } = column;
  const usual = widthOf(column, rows) - 2 * (usualPadding - tightPadding);
  const needed =
    text === undefined ? usual : Math.max(0, ...rows.map((row) => widthOfText(text(row)))) + 2 * tightPadding;
  const titleWidth = widthOfText(title) + (isSortable ? arrowWidth : 0) + 2 * tightPadding;
  return Math.max(titleWidth, Math.min(usual, needed));
}

/** As wide as a text is, or somewhat wider. */
function widthOfText(text: string): number {
  return [...text].reduce((sum, each) => sum + widthOfCharacter(each), spareWidth);
}

function widthOfCharacter(character: string): number {
  if (separators.test(character)) return separatorWidth;
  return figures.test(character) ? digitWidth : letterWidth;
}

/** On paper the drawn rows of a list follow each other, in place of being where they were scrolled to. */
export const rowOnPaper = {
  position: 'static',
  transform: 'none !important',
  breakInside: 'avoid',
} as const;
