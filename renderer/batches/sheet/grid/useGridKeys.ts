import { useRef } from 'react';
import { moveSelection, selectCell, stepCell } from '../selection.ts';
import type { CellEditing } from '../cell/useCellEditing.ts';
import { headId } from './SheetGridHead.tsx';
import type { SheetEditor } from '../useSheetEditor.ts';

/** What the keys do while no cell is edited. `screenRows` tells how many rows are in view. */
export function useGridKeys(editor: SheetEditor, editing: CellEditing, screenRows: () => number) {
  const isLeaving = useRef(false);
  const { selection, setSelection } = editor;

  const runCommand = (event: React.KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && key === 'z' && !event.shiftKey) editor.undo();
    else if (isCommand && key === 'z') editor.redo();
    else if (isCommand && key === 'y') editor.redo();
    else if (isCommand && !event.shiftKey && key === 'd') editor.fillDown();
    else if (isCommand && !event.shiftKey && key === 'r') editor.fillRight();
    else if (event.altKey && key === 'arrowdown') openColumnMenu();
    else if (isCommand && (key === 'delete' || key === 'backspace')) editor.remove();
    else if (key === 'delete' || key === 'backspace') editor.clear();
    else if (key === 'insert') editor.addRow();
    else if (event.altKey && event.shiftKey && key === 'enter') editing.useSuggestionsLike();
    else if (event.altKey && key === 'enter') editing.useSuggestion();
    else if (!isCommand && !event.altKey && (key === 'enter' || key === 'f2')) editing.begin(null);
    else return false;
    return true;
  };

  const openColumnMenu = (): void => {
    const column = editor.layout.columns[selection.focus.column]?.key;
    const anchor = column === undefined ? null : document.getElementById(headId(column));
    if (column !== undefined && anchor !== null) editor.openPanel({ kind: 'column', column, anchor });
  };

  return (event: React.KeyboardEvent) => {
    // The titles of the columns are buttons of their own.
    if (event.target !== event.currentTarget) return;
    const extent = { ...editor.extent, rowsOnScreen: screenRows() };
    const wasLeaving = isLeaving.current;
    isLeaving.current = event.key === 'Escape' || (wasLeaving && event.key === 'Shift');
    if (event.key === 'Escape') {
      setSelection(selectCell(selection.focus));
      return;
    }
    if (event.key === 'Tab') {
      const next = wasLeaving ? null : stepCell(selection, event.shiftKey, extent);
      if (next === null) return;
      setSelection(next);
      event.preventDefault();
      return;
    }
    if (editor.isMoving()) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const isCommand = event.ctrlKey || event.metaKey;
    const moved = event.altKey
      ? null
      : moveSelection(selection, { key: event.key, isShift: event.shiftKey, isCommand }, extent);
    if (moved !== null) setSelection(moved);
    else if (!runCommand(event)) {
      if (event.key.length !== 1 || isCommand || event.altKey || event.nativeEvent.isComposing) return;
      // `/` searches and `?` lists the keys, as everywhere; a cell that begins with one is edited with Enter first.
      if (event.key === '/' || event.key === '?') return;
      editing.begin(event.key);
    }
    event.preventDefault();
    event.stopPropagation();
  };
}
