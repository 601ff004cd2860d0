import { useRef } from 'react';
import { moveSelection, selectCell, stepCell, type Stroke } from '../selection.ts';
import { entryBegunBy, isPartOfLetter } from '../held/held-keys.ts';
import { needsRow, useReplay, type ReplayOptions } from '../held/useReplay.ts';
import { headId } from './SheetGridHead.tsx';

type GridKeysOptions = Omit<ReplayOptions, 'actionOf'> & {
  /** How many rows are in view. */
  readonly screenRows: () => number;
};

/** What the keys do while no cell is edited. Input that the rows cannot take yet is buffered, and replayed once they can. */
export function useGridKeys({ editor, editing, screenRows, ...others }: GridKeysOptions) {
  const isLeaving = useRef(false);
  const { selection, setSelection, held } = editor;

  const openColumnMenu = (): void => {
    const column = editor.layout.columns[selection.focus.column]?.key;
    const anchor = column === undefined ? null : document.getElementById(headId(column));
    if (column !== undefined && anchor !== null) editor.openPanel({ kind: 'column', column, anchor });
  };

  const commandOf = (stroke: Stroke): (() => void) | null => {
    const { isCommand, isShift, isAlt = false } = stroke;
    const key = stroke.key.toLowerCase();
    if (isCommand && key === 'z') return isShift ? editor.commands.redo : editor.commands.undo;
    if (isCommand && key === 'y') return editor.commands.redo;
    if (isCommand && !isShift && key === 'd') return editor.fillDown;
    if (isCommand && !isShift && key === 'r') return editor.fillRight;
    if (isAlt && key === 'arrowdown') return openColumnMenu;
    if (isCommand && (key === 'delete' || key === 'backspace')) return editor.commands.remove;
    if (key === 'delete' || key === 'backspace') return editor.clear;
    if (key === 'insert') return editor.commands.addRow;
    if (isAlt && isShift && key === 'enter') return () => editing.useSuggestionsLike(selection.focus);
    if (isAlt && key === 'enter') return editing.useSuggestion;
    const typed = entryBegunBy(stroke);
    if (typed === undefined) return null;
    return () =>
      typed === null ? editing.begin((before) => before, false) : editing.begin(() => typed, true);
  };

  const actionOf = (stroke: Stroke): (() => void) | null => {
    const extent = { ...editor.extent, rowsOnScreen: screenRows() };
    if (stroke.key === 'Escape') return () => setSelection(selectCell(selection.focus));
    const next =
      stroke.key === 'Tab'
        ? stepCell(selection, stroke.isShift, extent)
        : stroke.isAlt === true
          ? null
          : moveSelection(selection, stroke, extent);
    if (next !== null) return () => setSelection(next);
    return stroke.key === 'Tab' ? null : commandOf(stroke);
  };

  useReplay({ editor, editing, actionOf, ...others });

  /** Handles this key, or buffers it until everything before it is done and its row is loaded; false: it has no effect here. */
  const press = (stroke: Stroke): boolean => {
    if (held.isGivenUp(stroke)) return true;
    const isWaiting = held.isWaiting();
    if (isWaiting && (held.isEntryOpen() || stroke.key === 'Tab')) {
      if (!isForEntry(stroke)) return false;
      held.hold({ kind: 'key', stroke });
      return true;
    }
    const action = actionOf(stroke);
    if (action === null) return false;
    if (isWaiting || (needsRow(stroke) && !editing.isReady())) held.hold({ kind: 'key', stroke });
    else action();
    return true;
  };

  return {
    /** Edits the cell that the keyboard is in. */
    edit: () => void press({ key: 'F2', isShift: false, isCommand: false }),
    onKeyDown: (event: React.KeyboardEvent) => {
      // The titles of the columns are separate buttons.
      if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
      const { key } = event;
      const wasLeaving = isLeaving.current;
      isLeaving.current = key === 'Escape' || (wasLeaving && key === 'Shift');
      if (key === 'Tab' && wasLeaving && !held.isWaiting()) return;
      const isDone = press({
        key,
        isShift: event.shiftKey,
        isCommand: event.ctrlKey || event.metaKey,
        isAlt: event.altKey,
      });
      // The field that is open now gets the letter of which this is a part.
      if (!isDone || key === 'Escape' || isPartOfLetter(key)) return;
      event.preventDefault();
      if (key !== 'Tab') event.stopPropagation();
    },
    /** Typing into a cell ends when the focus leaves the rows. */
    onBlur: (event: React.FocusEvent) => {
      if (event.target === event.currentTarget && held.isEntryOpen()) held.hold({ kind: 'leave' });
    },
  };
}

/** Whether the editor of a cell would take this key; clipboard and page shortcuts keep their meaning. */
function isForEntry({ key, isCommand, isAlt = false }: Stroke): boolean {
  if (/^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|ScrollLock|F\d+|Page(Up|Down)|Insert)$/.test(key))
    return false;
  return !(isCommand && !isAlt && /^[cvxk]$/i.test(key));
}
