import { styled } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SheetCells } from '../../../../contract/batches/sheet.ts';
import { offeredCodes } from '../../../kit/fields/offered-codes.ts';
import { checkKeys, isFor, paletteKeys } from '../../../kit/shortcuts/key-patterns.ts';
import type { SheetColumn } from '../columns.ts';
import { headHeight } from '../grid/gridStyles.ts';
import { showInScreen } from '../grid/show-in-screen.ts';
import { OptionList } from './OptionList.tsx';
import { useOfferedOptions, type OfferedOption } from './offered-options.ts';
import { arrowOf, type Onward, type Place } from '../selection.ts';

const Field = styled('input')(({ theme }) => ({
  boxSizing: 'border-box',
  width: '100%',
  height: '100%',
  padding: '0 9px',
  border: `2px solid ${(theme.vars ?? theme).palette.primary.main}`,
  borderRadius: 2,
  outline: 'none',
  font: 'inherit',
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  color: (theme.vars ?? theme).palette.text.primary,
  backgroundColor: (theme.vars ?? theme).palette.background.paper,
  boxShadow: theme.shadows[3],
}));

type Props = {
  readonly column: SheetColumn;
  readonly place: Place;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  /** The initial content of the field: the cell's text, or what was typed so far. */
  readonly text: string;
  readonly isTyped: boolean;
  readonly cells: SheetCells;
  readonly profileName: string;
  /** The scrolling element: the field and its options come into view. */
  readonly frame: HTMLElement;
  readonly onCommit: (text: string, onward: Onward) => void;
  readonly onCancel: () => void;
};

/** Edits one cell in place: Enter and Tab save it and move on, and so do the arrows if it was typed over; Escape restores it. */
export function CellEditor(props: Props) {
  const { column, place, left, top, height, frame, onCommit, onCancel } = props;
  const [text, setText] = useState(props.text);
  const [marked, setMarked] = useState<number | null>(null);
  const [isListOpen, setListOpen] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  const offer = useOfferedOptions(column.key, props.cells, props.profileName);
  const isTouched = text !== props.text;
  const options = offer === null ? [] : offeredCodes(offer.options, isTouched || props.isTyped ? text : '');
  const isOpen = offer !== null && isListOpen;
  const chosen = marked === null ? null : (options[marked] ?? null);

  useEffect(() => {
    const input = field.current;
    input?.focus({ preventScroll: true });
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);

  const shown = isOpen ? options.length : null;
  useLayoutEffect(() => {
    if (editor.current !== null) bringIntoView(editor.current, frame);
  }, [frame, shown]);

  const finish = (value: string, onward: Onward) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(value, onward);
  };
  const latest = useRef({ finish, text });
  useLayoutEffect(() => {
    latest.current = { finish, text };
  });
  // Back removes the rows from the screen without a blur event first; so does a reload.
  useEffect(() => {
    const keep = () => latest.current.finish(latest.current.text, 'stay');
    addEventListener('beforeunload', keep);
    return () => {
      removeEventListener('beforeunload', keep);
      keep();
    };
  }, []);
  const pick = (option: OfferedOption) => finish(option.code, 'right');
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const step = isOpen && options.length > 0 ? stepOf(event.key, marked, options.length) : undefined;
    const arrow = props.isTyped && !event.shiftKey && !hasModifier ? arrowOf(event.key) : null;
    // The palette opens over the cell, and returns to it.
    if (isFor(paletteKeys, event)) return finish(text, 'here');
    // What is checked includes this cell.
    if (isFor(checkKeys, event)) return finish(chosen?.code ?? text, 'here');
    if (step !== undefined) setMarked(step);
    else if (arrow !== null) finish(chosen?.code ?? text, arrow);
    else if (event.key === 'Enter') finish(chosen?.code ?? text, event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') finish(chosen?.code ?? text, event.shiftKey ? 'left' : 'right');
    else if (event.key === 'Escape' && isOpen && marked !== null) setMarked(null);
    else if (event.key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={editor}
      style={{
        position: 'absolute',
        zIndex: 5,
        top,
        left,
        width: Math.max(column.width, 160),
        height,
      }}
    >
      <Field
        ref={field}
        value={text}
        maxLength={1000}
        spellCheck={false}
        autoComplete="off"
        style={column.isNumeric ? { textAlign: 'right' } : {}}
        aria-label={`${column.title}, row ${place.row + 1}`}
        {...(offer === null
          ? {}
          : {
              role: 'combobox',
              'aria-expanded': isOpen,
              'aria-controls': 'sheet-options',
              'aria-autocomplete': 'list',
              ...(marked === null ? {} : { 'aria-activedescendant': `sheet-option-${marked}` }),
            })}
        onChange={(event) => {
          setText(event.target.value);
          setMarked(null);
          setListOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => finish(text, 'stay')}
      />
      {isOpen && <OptionList offer={offer} options={options} marked={marked} onPick={pick} />}
    </div>
  );
}

function stepOf(key: string, marked: number | null, count: number): number | undefined {
  if (key === 'ArrowDown') return marked === null ? 0 : Math.min(marked + 1, count - 1);
  if (key === 'ArrowUp') return marked === null ? count - 1 : Math.max(marked - 1, 0);
  return undefined;
}

const margin = 8;

/** Scrolls as far as the field and its options need; the field itself stays in view. */
function bringIntoView(editor: HTMLElement, frame: HTMLElement): void {
  const seen = frame.getBoundingClientRect();
  const parts = [editor, ...editor.children].map((part) => part.getBoundingClientRect());
  const beyond = Math.max(...parts.map(({ right }) => right)) + margin - seen.left - frame.clientWidth;
  const below = Math.max(...parts.map(({ bottom }) => bottom)) + margin - seen.top - frame.clientHeight;
  const roomAbove = editor.getBoundingClientRect().top - seen.top - headHeight;
  if (beyond > 0) frame.scrollLeft += beyond;
  if (below > 0) frame.scrollTop += Math.min(below, roomAbove);
  showInScreen(frame, editor.getBoundingClientRect());
}
