import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isOffered } from '../cell/offered-options.ts';
import type { CellEditing } from '../cell/useCellEditing.ts';
import type { Stroke } from '../selection.ts';
import type { SheetEditor } from '../useSheetEditor.ts';
import { entryBegunBy, entryText, nextStep, type Held } from './held-keys.ts';

export type ReplayOptions = {
  readonly editor: SheetEditor;
  readonly editing: CellEditing;
  /** What a key does while no cell is edited; null: nothing. */
  readonly actionOf: (stroke: Stroke) => (() => void) | null;
  readonly copy: (isCut: boolean) => void;
  readonly paste: (text: string | null) => void;
  /** Whether the rows on the screen could not be read. */
  readonly isFailed: boolean;
  readonly showFocus: () => void;
};

/** Whether this needs the current row. */
export function needsRow(stroke: Stroke): boolean {
  return entryBegunBy(stroke) !== undefined || (stroke.isAlt === true && stroke.key === 'Enter');
}

/** Replays buffered input, in order, as soon as the rows can take it. */
export function useReplay(options: ReplayOptions): void {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    // React does not render synchronously within an effect, and each step needs the result of the previous one on screen.
    if (options.editor.held.all().length > 0) queueMicrotask(() => replay(latest));
  });
}

function replay(latest: { readonly current: ReplayOptions }): void {
  const { held } = latest.current.editor;
  while (!held.isBusy()) {
    const { editor, editing, isFailed, showFocus } = latest.current;
    const column = editor.layout.columns[editor.selection.focus.column];
    const step = nextStep(held.all(), column !== undefined && isOffered(column.key));
    if (step === null) return;
    const isForRow =
      step.kind === 'entry' ||
      (step.kind === 'other' && step.first.kind === 'key' && needsRow(step.first.stroke));
    if (step.kind === 'refused') held.drop('');
    else if (isForRow && !editing.isReady()) {
      if (isFailed) held.drop('The row could not be read.');
      else showFocus();
      return;
    } else
      flushSync(() => {
        held.keep(step.rest);
        if (step.kind === 'other') act(step.first, latest.current);
        else if (step.entry.ending === 'open')
          editing.begin((before) => entryText(step.entry, before), !step.entry.isAppended);
        else if (step.entry.ending === 'cancel')
          // Of several selected cells, the one that was opened stays selected.
          latest.current.actionOf({ key: 'Escape', isShift: false, isCommand: false })?.();
        else editing.enter((before) => entryText(step.entry, before), step.entry.ending);
      });
  }
}

function act(held: Held, { editor, actionOf, copy, paste }: ReplayOptions): void {
  switch (held.kind) {
    case 'key':
      return actionOf(held.stroke)?.();
    case 'paste':
      return paste(held.text);
    case 'command':
      if (held.name === 'copy' || held.name === 'cut') return copy(held.name === 'cut');
      return editor.commands[held.name]();
    case 'later':
      return held.run();
    case 'leave':
      return undefined;
  }
}
