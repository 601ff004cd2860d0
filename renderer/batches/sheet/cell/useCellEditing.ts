import { useState } from 'react';
import type { SheetCells, SheetRow } from '../../../../contract/batches/sheet.ts';
import {
  enterBelow,
  moveSelection,
  selectCell,
  stepCell,
  type Onward,
  type Place,
  type Selection,
} from '../selection.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/** The edited cell: its row when editing began; its current position is tracked separately. */
type OpenCell = {
  readonly place: Place;
  /** Only this cell, with the column where Tab began. */
  readonly selection: Selection;
  readonly rowId: number | null;
  /** The new row that it belongs to, as long as that was not read; null: none. */
  readonly newRowId: number | null;
  readonly text: string;
  /** Whether a person typed it, replacing the cell's content. */
  readonly isTyped: boolean;
  readonly cells: SheetCells;
};

type CellEditingOptions = {
  readonly rowAt: (place: number) => SheetRow | null;
  readonly cellsAt: (place: number) => SheetCells;
  readonly focusGrid: () => void;
};

export type CellEditing = {
  readonly open: OpenCell | null;
  readonly isOpen: boolean;
  /** Whether the current row can be edited; it cannot before it is loaded. */
  isReady(): boolean;
  /** Opens the current cell with the text of the key that was pressed. */
  begin(textOf: (before: string) => string, isTyped: boolean): void;
  /** Saves the current cell, as if it had been opened, and moves on. */
  enter(textOf: (before: string) => string, onward: Onward): void;
  commit(text: string, onward: Onward): void;
  cancel(): void;
  write(place: Place, text: string): void;
  /** Applies the suggestion to the current cell, if there is one. */
  useSuggestion(): void;
  /** Applies the suggestion to every cell of the column with the same problem. */
  useSuggestionsLike(place: Place): void;
};

export function useCellEditing(
  editor: SheetEditor,
  { rowAt, cellsAt, focusGrid }: CellEditingOptions,
): CellEditing {
  const { selection, setSelection, extent, changes, rows } = editor;
  const { columns } = editor.layout;
  const [open, setOpen] = useState<OpenCell | null>(null);

  /** Saves a cell, unless it no longer has the value that the person saw. */
  const store = (
    place: Place,
    { rowId, newRowId }: Pick<OpenCell, 'rowId' | 'newRowId'>,
    text: string,
    seen: SheetCells,
  ) => {
    const column = columns[place.column];
    if (column === undefined) return;
    const cells = { [column.key]: text };
    const was = { [column.key]: seen[column.key] };
    void (rowId === null
      ? changes.setInNewRow(place.row, cells, newRowId)
      : changes.set([{ rowId, cells, was }]));
  };
  const isWritable = (row: number) => rowAt(row) !== null || row >= rows || editor.newRow?.place === row;

  const openAt = (place: Place, textOf: (before: string) => string, isTyped: boolean): OpenCell | null => {
    const column = columns[place.column];
    if (column === undefined || !isWritable(place.row)) return null;
    const cells = cellsAt(place.row);
    const rowId = rowAt(place.row)?.rowId ?? null;
    const newRowId = editor.newRow?.place === place.row ? editor.newRow.id : null;
    const { tabbedFrom } = selection;
    const only = { ...selectCell(place), ...(tabbedFrom === undefined ? {} : { tabbedFrom }) };
    return { place, selection: only, rowId, newRowId, text: textOf(cells[column.key]), isTyped, cells };
  };

  const write = (cell: OpenCell, text: string, onward: Onward): void => {
    const column = columns[cell.place.column];
    if (column !== undefined && text !== cell.cells[column.key]) store(cell.place, cell, text, cell.cells);
    if (onward === 'stay') return;
    // The row that was just created is one more to move down to.
    const grown = { ...extent, rows: Math.max(extent.rows, cell.place.row + (text === '' ? 1 : 2)) };
    // Its row may have moved since: the selection followed it.
    setSelection(({ focus }) =>
      onwardFrom(inRow(cell.selection, focus.row), onward, editor.hasNewRow ? grown : extent),
    );
  };

  return {
    open: open === null ? null : { ...open, place: { ...open.place, row: selection.focus.row } },
    isOpen: open !== null,
    isReady: () => isWritable(selection.focus.row),
    begin: (textOf, isTyped) => {
      const cell = openAt(selection.focus, textOf, isTyped);
      if (cell === null) return;
      setSelection(cell.selection);
      setOpen(cell);
    },
    enter: (textOf, onward) => {
      const cell = openAt(selection.focus, textOf, true);
      if (cell === null) return;
      setSelection(cell.selection);
      write(cell, cell.text, onward);
    },
    commit: (text, onward) => {
      if (open === null) return;
      setOpen(null);
      write(open, text, onward);
      if (onward !== 'stay') focusGrid();
    },
    cancel: () => {
      setOpen(null);
      focusGrid();
    },
    write: (place, text) => {
      const row = rowAt(place.row);
      if (row !== null) store(place, { rowId: row.rowId, newRowId: null }, text, row.cells);
    },
    useSuggestionsLike: (place) => {
      const key = columns[place.column]?.key;
      const problem = rowAt(place.row)?.problems.find(
        ({ column, suggestion }) => column === key && suggestion !== null,
      );
      if (key !== undefined && problem !== undefined) editor.acceptLike(key, problem.fault.code);
    },
    useSuggestion: () => {
      const { focus } = selection;
      const row = rowAt(focus.row);
      const key = columns[focus.column]?.key;
      const suggestion = [...(row?.problems ?? []), ...(row?.findings ?? [])].find(
        (problem) => problem.column === key && problem.suggestion !== null,
      )?.suggestion;
      if (row !== null && suggestion !== undefined && suggestion !== null)
        store(focus, { rowId: row.rowId, newRowId: null }, suggestion, row.cells);
    },
  };
}

/** The same cells of another row. */
function inRow({ anchor, focus, ...rest }: Selection, row: number): Selection {
  return { ...rest, anchor: { ...anchor, row }, focus: { ...focus, row } };
}

function onwardFrom(from: Selection, onward: Onward, extent: SheetEditor['extent']): Selection {
  const stroke = (key: string) => ({ key, isShift: false, isCommand: false });
  switch (onward) {
    case 'down':
      return enterBelow(from, extent);
    case 'up':
      return moveSelection(from, stroke('ArrowUp'), extent) ?? from;
    case 'ArrowDown':
    case 'ArrowUp':
    case 'ArrowLeft':
    case 'ArrowRight':
      return moveSelection(from, stroke(onward), extent) ?? from;
    case 'right':
      return stepCell(from, false, extent) ?? from;
    case 'left':
      return stepCell(from, true, extent) ?? from;
    case 'here':
    case 'stay':
      return from;
  }
}
