import { isMac } from '../../../kit/shortcuts/key-patterns.ts';
import { arrowOf, type Onward, type Stroke } from '../selection.ts';

/** What a button or key does with the selected rows, or with all of them. */
export type SheetCommand =
  | 'nextProblem'
  | 'addRow'
  | 'duplicate'
  | 'remove'
  | 'setSelectedAside'
  | 'setProblemsAside'
  | 'undo'
  | 'redo';

/** Buffered input: what a person did while the rows could not take it yet, in order. */
export type Held =
  | { readonly kind: 'key'; readonly stroke: Stroke }
  /** Null: what a copy takes that was asked for before and is not done yet. */
  | { readonly kind: 'paste'; readonly text: string | null }
  | { readonly kind: 'command'; readonly name: SheetCommand | 'copy' | 'cut' }
  /** A command that needs nothing of the rows on the screen. */
  | { readonly kind: 'later'; readonly run: () => void }
  /** The focus left the rows, which ends typing into a cell. */
  | { readonly kind: 'leave' };

/** Text typed into one cell: appended to the cell's own text if it was opened for editing; and how it ends. */
export type Entry = {
  readonly isAppended: boolean;
  /** How many letters to delete from the end of the cell's own text before appending. */
  readonly removed: number;
  readonly text: string;
  readonly ending: Onward | 'cancel' | 'open';
};

type Step =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly rest: readonly Held[] }
  | { readonly kind: 'other'; readonly first: Held; readonly rest: readonly Held[] }
  /** Input that cannot be replayed exactly, so none of it is. */
  | { readonly kind: 'refused' };

/** Whether this key and the next ones write a letter together, such as an accent and its letter; the field makes it of them. */
export function isPartOfLetter(key: string): boolean {
  return key === 'Dead' || key === 'Process';
}

/** Whether a key with a letter writes it: Ctrl and Alt together do on many keyboards (AltGr), and Option alone on a Mac. */
function isWriting({ isCommand, isAlt = false }: Stroke): boolean {
  return isCommand === isAlt || (isMac && isAlt);
}

/** How this key starts editing a cell: with its letter replacing the cell's text, or (null) with that text; undefined: it does not. */
export function entryBegunBy(stroke: Stroke): string | null | undefined {
  const { key, isShift, isCommand, isAlt } = stroke;
  if (!isWriting(stroke)) return undefined;
  if (key === 'Enter' || key === 'F2') return isCommand || isAlt === true ? undefined : null;
  if (isPartOfLetter(key)) return '';
  // `/` searches and `?` lists the shortcuts, as everywhere; to begin a cell with one, press Enter first.
  if (key.length !== 1 || key === '/' || key === '?' || (key === ' ' && isShift)) return undefined;
  return key;
}

/**
 * The first buffered action, an entry with all that belongs to it; null: the buffer is empty. `isOffered`: codes are offered for the cell
 * that the keyboard is in, through which the arrows up and down go.
 */
export function nextStep(held: readonly Held[], isOffered: boolean): Step | null {
  const [first, ...others] = held;
  if (first === undefined) return null;
  const typed = first.kind === 'key' ? entryBegunBy(first.stroke) : undefined;
  if (typed === undefined) return { kind: 'other', first, rest: others };
  let entry: Entry = { isAppended: typed === null, removed: 0, text: typed ?? '', ending: 'open' };
  for (const [index, each] of others.entries()) {
    const after = continueEntry(entry, each, isOffered);
    if (after === null) return { kind: 'refused' };
    entry = after;
    // A command follows the entry that it ends, and is still to be done.
    const used = each.kind === 'command' || each.kind === 'later' ? index : index + 1;
    if (entry.ending !== 'open') return { kind: 'entry', entry, rest: others.slice(used) };
  }
  return { kind: 'entry', entry, rest: [] };
}

/** Whether the next input goes into a cell that is being edited, for which codes may be offered. */
export function isEntryOpen(held: readonly Held[], isOffered: boolean): boolean {
  let begun: string | null | undefined;
  for (const each of held) {
    if (begun === undefined) begun = each.kind === 'key' ? entryBegunBy(each.stroke) : undefined;
    else if (isEnding(each, begun !== null, isOffered)) begun = undefined;
  }
  return begun !== undefined;
}

/** Whether this ends typing into a cell, over its text or into it. */
function isEnding(held: Held, isOver: boolean, isOffered: boolean): boolean {
  if (held.kind !== 'key') return held.kind !== 'paste';
  if (['Enter', 'Tab', 'Escape'].includes(held.stroke.key)) return true;
  return isOver && endingArrow(held.stroke, isOffered) !== null;
}

/** Where an arrow ends an entry that was typed over a cell. */
function endingArrow({ key, isShift, isCommand, isAlt }: Stroke, isOffered: boolean): Onward | null {
  if (isShift || isCommand || isAlt === true) return null;
  return isOffered && (key === 'ArrowUp' || key === 'ArrowDown') ? null : arrowOf(key);
}

/** The text of the cell after this entry. */
export function entryText({ isAppended, removed, text }: Entry, before: string): string {
  const letters = [...before];
  return isAppended ? letters.slice(0, Math.max(0, letters.length - removed)).join('') + text : text;
}

/** What the editor of a cell would make of it; null if that depends on more than the text. */
function continueEntry(entry: Entry, held: Held, isOffered: boolean): Entry | null {
  if (held.kind === 'paste') return null;
  if (held.kind !== 'key') return { ...entry, ending: 'stay' };
  const { key, isShift } = held.stroke;
  if (key === 'Enter') return { ...entry, ending: isShift ? 'up' : 'down' };
  if (key === 'Tab') return { ...entry, ending: isShift ? 'left' : 'right' };
  if (key === 'Escape') return { ...entry, ending: 'cancel' };
  const arrow = entry.isAppended ? null : endingArrow(held.stroke, isOffered);
  if (arrow !== null) return { ...entry, ending: arrow };
  if (!isWriting(held.stroke)) return null;
  if (key === 'Backspace')
    return entry.text === ''
      ? { ...entry, removed: entry.removed + 1 }
      : { ...entry, text: entry.text.slice(0, -1) };
  return key.length === 1 ? { ...entry, text: entry.text + key } : null;
}
