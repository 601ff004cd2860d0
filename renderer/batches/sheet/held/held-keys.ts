import type { Onward, Stroke } from '../selection.ts';

/** What a person did while the rows could not take it yet, in the order in which it was done. */
export type Held =
  | { readonly kind: 'key'; readonly stroke: Stroke }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'command'; readonly name: 'nextProblem' | 'copy' | 'cut' }
  /** The focus left the rows, which ends what is typed into a cell. */
  | { readonly kind: 'leave' };

/** What is typed into one cell: its text, which follows on the cell's own where it was opened to be edited, and how it ends. */
export type Entry = {
  readonly isAppended: boolean;
  /** How many letters of the cell's own text are removed from its end before the text follows. */
  readonly removed: number;
  readonly text: string;
  readonly ending: Onward | 'cancel' | 'open';
};

type Step =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly rest: readonly Held[] }
  | { readonly kind: 'other'; readonly first: Held; readonly rest: readonly Held[] }
  /** What is typed into a cell cannot be repeated exactly, so none of it is. */
  | { readonly kind: 'refused' };

/** How this stroke begins to edit a cell: with its letter in place of the cell's text, or (null) with that text; undefined: it does not. */
export function entryBegunBy({ key, isShift, isCommand, isAlt }: Stroke): string | null | undefined {
  if (isCommand || isAlt === true) return undefined;
  if (key === 'Enter' || key === 'F2') return null;
  // `/` searches and `?` lists the keys, as everywhere; a cell that begins with one is edited with Enter first.
  if (key.length !== 1 || key === '/' || key === '?' || (key === ' ' && isShift)) return undefined;
  return key;
}

/** The first thing to do of what was held, an entry with all that belongs to it; null: nothing is held. */
export function nextStep(held: readonly Held[]): Step | null {
  const [first, ...others] = held;
  if (first === undefined) return null;
  const typed = first.kind === 'key' ? entryBegunBy(first.stroke) : undefined;
  if (typed === undefined) return { kind: 'other', first, rest: others };
  let entry: Entry = { isAppended: typed === null, removed: 0, text: typed ?? '', ending: 'open' };
  for (const [index, each] of others.entries()) {
    const after = continueEntry(entry, each);
    if (after === null) return { kind: 'refused' };
    entry = after;
    // A command follows on the entry that it ends; it is still to be done.
    const used = each.kind === 'command' ? index : index + 1;
    if (entry.ending !== 'open') return { kind: 'entry', entry, rest: others.slice(used) };
  }
  return { kind: 'entry', entry, rest: [] };
}

/** Whether what is typed next goes into a cell that is being edited. */
export function isEntryOpen(held: readonly Held[]): boolean {
  let isOpen = false;
  for (const each of held)
    isOpen = isOpen ? !isEnding(each) : each.kind === 'key' && entryBegunBy(each.stroke) !== undefined;
  return isOpen;
}

/** Whether this ends what is typed into a cell. */
function isEnding(held: Held): boolean {
  if (held.kind !== 'key') return held.kind !== 'paste';
  return ['Enter', 'Tab', 'Escape'].includes(held.stroke.key);
}

/** The text of the cell after this entry. */
export function entryText({ isAppended, removed, text }: Entry, before: string): string {
  const letters = [...before];
  return isAppended ? letters.slice(0, Math.max(0, letters.length - removed)).join('') + text : text;
}

/** What the editor of a cell would make of it; null where that depends on more than the text. */
function continueEntry(entry: Entry, held: Held): Entry | null {
  if (held.kind === 'command' || held.kind === 'leave') return { ...entry, ending: 'stay' };
  if (held.kind === 'paste') return null;
  const { key, isShift, isCommand, isAlt = false } = held.stroke;
  if (key === 'Enter') return { ...entry, ending: isShift ? 'up' : 'down' };
  if (key === 'Tab') return { ...entry, ending: isShift ? 'left' : 'right' };
  if (key === 'Escape') return { ...entry, ending: 'cancel' };
  // Ctrl and Alt together write a letter on many keyboards.
  if (isCommand !== isAlt) return null;
  if (key === 'Backspace')
    return entry.text === ''
      ? { ...entry, removed: entry.removed + 1 }
      : { ...entry, text: entry.text.slice(0, -1) };
  return key.length === 1 ? { ...entry, text: entry.text + key } : null;
}
