/** A cell by its position in the view: row and column from 0. */
export type Place = { readonly row: number; readonly column: number };

/** A range of cells between two corners; `focus` is the cell that the keyboard is in. */
export type Selection = {
  readonly anchor: Place;
  readonly focus: Place;
  /** The column where a person began to move with Tab, to which Enter returns. */
  readonly tabbedFrom?: number;
};

/** The size of the view. */
export type Extent = { readonly rows: number; readonly columns: number; readonly rowsOnScreen: number };

export type Range = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

export function rangeOf({ anchor, focus }: Selection): Range {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

/** How many columns a selection covers. Rows cannot be counted this way: they may include the row that is still to be typed. */
export function columnsIn(selection: Selection): number {
  const { left, right } = rangeOf(selection);
  return right - left + 1;
}

export function selectCell(place: Place): Selection {
  return { anchor: place, focus: place };
}

/** The same selection inside a view that may have become smaller. */
export function keepInside(selection: Selection, extent: Extent): Selection {
  const anchor = clamp(selection.anchor, extent);
  const focus = clamp(selection.focus, extent);
  const isSame = samePlace(anchor, selection.anchor) && samePlace(focus, selection.focus);
  return isSame ? selection : { anchor, focus };
}

export function samePlace(left: Place, right: Place): boolean {
  return left.row === right.row && left.column === right.column;
}

/** Where the keyboard moves after a cell was saved: in an arrow's direction, or `here`; `stay`: it has already left the rows. */
export type Onward =
  | 'down'
  | 'up'
  | 'right'
  | 'left'
  | 'here'
  | 'stay'
  | 'ArrowDown'
  | 'ArrowUp'
  | 'ArrowLeft'
  | 'ArrowRight';

/** Where an arrow moves; null for any other key. */
export function arrowOf(key: string): Onward | null {
  return key === 'ArrowDown' || key === 'ArrowUp' || key === 'ArrowLeft' || key === 'ArrowRight' ? key : null;
}

export type Stroke = {
  readonly key: string;
  readonly isShift: boolean;
  readonly isCommand: boolean;
  readonly isAlt?: boolean;
};

/**
 * Where a key moves the selection, as in a spreadsheet; null if the key does not move. Shift extends the range; Ctrl (on a
 * Mac Cmd) goes to the edge.
 */
export function moveSelection(selection: Selection, stroke: Stroke, extent: Extent): Selection | null {
  if (stroke.isCommand && stroke.key.toLowerCase() === 'a') return selectAll(extent);
  if (stroke.isShift && stroke.key === ' ') return selectRows(selection, extent);
  if (stroke.isCommand && stroke.key === ' ') return selectColumns(selection, extent);
  const target = targetOf(selection.focus, stroke, extent);
  if (target === null) return null;
  const focus = clamp(target, extent);
  return stroke.isShift ? { anchor: selection.anchor, focus } : selectCell(focus);
}

function targetOf({ row, column }: Place, { key, isCommand }: Stroke, extent: Extent): Place | null {
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: isCommand ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isCommand ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isCommand ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isCommand ? lastColumn : column + 1 };
    case 'Home':
      return { row: isCommand ? 0 : row, column: 0 };
    case 'End':
      return { row: isCommand ? lastRow : row, column: lastColumn };
    case 'PageUp':
      return { row: row - extent.rowsOnScreen, column };
    case 'PageDown':
      return { row: row + extent.rowsOnScreen, column };
    default:
      return null;
  }
}

/** The next cell (or, backwards, the previous one), row after row; null beyond the last and the first. */
export function stepCell(
  { focus, tabbedFrom = focus.column }: Selection,
  isBackwards: boolean,
  extent: Extent,
): Selection | null {
  const place = focus.row * extent.columns + focus.column + (isBackwards ? -1 : 1);
  if (place < 0 || place >= extent.rows * extent.columns) return null;
  return {
    ...selectCell({ row: Math.floor(place / extent.columns), column: place % extent.columns }),
    tabbedFrom,
  };
}

/** Where Enter moves from a cell: to the row below, as in a spreadsheet in the column where Tab began. */
export function enterBelow({ focus, tabbedFrom = focus.column }: Selection, extent: Extent): Selection {
  return selectCell(clamp({ row: focus.row + 1, column: tabbedFrom }, extent));
}

/** The rows of the selection, over all columns, with the keyboard at their beginning. */
export function selectRows(selection: Selection, extent: Extent): Selection {
  return {
    anchor: { row: selection.anchor.row, column: extent.columns - 1 },
    focus: { row: selection.focus.row, column: 0 },
  };
}

/** The columns of the selection, over all rows, with the keyboard at their beginning. */
function selectColumns({ anchor, focus }: Selection, extent: Extent): Selection {
  return {
    anchor: { row: Math.max(extent.rows - 1, 0), column: anchor.column },
    focus: { row: 0, column: focus.column },
  };
}

function selectAll(extent: Extent): Selection {
  return {
    anchor: { row: Math.max(extent.rows - 1, 0), column: extent.columns - 1 },
    focus: { row: 0, column: 0 },
  };
}

function clamp({ row, column }: Place, extent: Extent): Place {
  return {
    row: Math.max(0, Math.min(row, extent.rows - 1)),
    column: Math.max(0, Math.min(column, extent.columns - 1)),
  };
}
