import { useState } from 'react';
import type { SheetCells, SheetRow } from '../../../../contract/batches/sheet.ts';
import type { Onward } from './CellEditor.tsx';
import { moveSelection, selectCell, stepCell, type Place, type Selection } from '../selection.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/** The cell that is edited: its row as it was when the editing began, whatever moves meanwhile. */
type OpenCell = {
  readonly place: Place;
  readonly rowId: number | null;
  readonly text: string;
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
  /** Opens the cell that the keyboard is in; a letter that was typed takes the place of its text. */
  begin(typed: string | null): void;
  commit(text: string, onward: Onward): void;
  cancel(): void;
  write(place: Place, text: string): void;
  /** Writes the suggestion for the cell that the keyboard is in, if there is one. */
  useSuggestion(): void;
  /** Writes what is suggested into every cell with the same problem in the same column. */
  useSuggestionsLike(): void;
};

export function useCellEditing(
  editor: SheetEditor,
  { rowAt, cellsAt, focusGrid }: CellEditingOptions,
): CellEditing {
  const { selection, setSelection, extent, changes, rows } = editor;
  const { columns } = editor.layout;
  const [open, setOpen] = useState<OpenCell | null>(null);

  const store = (place: Place, rowId: number | null, text: string) => {
    const column = columns[place.column];
    if (column === undefined) return;
    const cells = { [column.key]: text };
    void (rowId === null ? changes.setInNewRow(place.row, cells) : changes.set([{ rowId, cells }]));
  };
  const isWritable = (row: number) => rowAt(row) !== null || row >= rows || editor.newRow?.place === row;

  return {
    open,
    isOpen: open !== null,
    begin: (typed) => {
      const place = selection.focus;
      const column = columns[place.column];
      if (column === undefined || !isWritable(place.row)) return;
      const cells = cellsAt(place.row);
      setSelection(selectCell(place));
      setOpen({
        place,
        rowId: rowAt(place.row)?.rowId ?? null,
        text: typed ?? cells[column.key],
        cells,
      });
    },
    commit: (text, onward) => {
      if (open === null) return;
      setOpen(null);
      const column = columns[open.place.column];
      if (column !== undefined && text !== open.cells[column.key]) store(open.place, open.rowId, text);
      // The row that was just begun is one more to go down to.
      const grown = { ...extent, rows: Math.max(extent.rows, open.place.row + (text === '' ? 1 : 2)) };
      if (onward === 'stay') return;
      setSelection(onwardFrom(selectCell(open.place), onward, editor.hasNewRow ? grown : extent));
      focusGrid();
    },
    cancel: () => {
      setOpen(null);
      focusGrid();
    },
    write: (place, text) => {
      const row = rowAt(place.row);
      if (row !== null) store(place, row.rowId, text);
    },
    useSuggestionsLike: () => {
      const key = columns[selection.focus.column]?.key;
      const problem = rowAt(selection.focus.row)?.problems.find(
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
        store(focus, row.rowId, suggestion);
    },
  };
}

function onwardFrom(from: Selection, onward: Onward, extent: SheetEditor['extent']): Selection {
  const stroke = (key: string) => ({ key, isShift: false, isCommand: false });
  switch (onward) {
    case 'down':
      return moveSelection(from, stroke('ArrowDown'), extent) ?? from;
    case 'up':
      return moveSelection(from, stroke('ArrowUp'), extent) ?? from;
    case 'right':
      return stepCell(from, false, extent) ?? from;
    case 'left':
      return stepCell(from, true, extent) ?? from;
    case 'stay':
      return from;
  }
}
