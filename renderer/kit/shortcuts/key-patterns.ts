export type KeyPattern = {
  readonly key: string;
  readonly hasMod: boolean;
  readonly hasShift: boolean;
  readonly hasAlt: boolean;
};

export const isMac = /mac/i.test(globalThis.navigator?.platform ?? '');

/** Parses keys such as `mod+shift+z`. */
export function parseKeys(keys: string): KeyPattern {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const has = (name: string) => parts.slice(0, -1).some((part) => part.toLowerCase() === name);
  return { key, hasMod: has('mod'), hasShift: has('shift'), hasAlt: has('alt') };
}

/** The palette opens and closes with them, from wherever the keyboard is. */
export const paletteKeys = parseKeys('mod+k');
/** The rows of a sheet are checked with them, from within a cell too. */
export const checkKeys = parseKeys('mod+Enter');

/** The fields of a `KeyboardEvent` for a key stroke. */
export type KeyStroke = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

/** Whether a stroke matches a pattern. Signs such as `?` come with or without Shift, depending on the keyboard. */
export function isFor({ key, hasMod, hasShift, hasAlt }: KeyPattern, stroke: KeyStroke): boolean {
  if (stroke.key.toLowerCase() !== key.toLowerCase()) return false;
  const isMod = isMac ? stroke.metaKey : stroke.ctrlKey;
  const isOther = isMac ? stroke.ctrlKey : stroke.metaKey;
  if (isMod !== hasMod || isOther || stroke.altKey !== hasAlt) return false;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  return isSign || stroke.shiftKey === hasShift;
}

const macNames: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' };
const otherNames: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' };
const keyNames: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** The keys of a pattern as they are written on the keyboard. */
export function keyLabels(keys: string): string[] {
  const names = isMac ? macNames : otherNames;
  return (keys === '+' ? ['+'] : keys.split('+')).map(
    (part) => names[part.toLowerCase()] ?? keyNames[part] ?? (part.length === 1 ? part.toUpperCase() : part),
  );
}
