import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isFor, parseKeys, type KeyPattern } from './key-patterns.ts';
import { createListeners } from '../listeners.ts';

type Registered = {
  readonly keys: string;
  readonly pattern: KeyPattern;
  readonly title: string;
  /** Null: the focused element handles the key itself. */
  readonly handler: { current: (event: KeyboardEvent) => void } | null;
};

export type ShownShortcut = { readonly keys: string; readonly title: string };

let registered: readonly Registered[] = [];
let shown: readonly ShownShortcut[] = [];
const changes = createListeners();

function replace(next: readonly Registered[]): void {
  if (registered.length === 0) document.addEventListener('keydown', onKeyDown);
  if (next.length === 0) document.removeEventListener('keydown', onKeyDown);
  registered = next;
  const byKeys = new Map(next.map(({ keys, title }) => [keys, { keys, title }]));
  shown = [...byKeys.values()].filter(({ title }) => title !== '');
  changes.notify();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const isModal = document.querySelector('[aria-modal="true"]') !== null;
  // The last registered one belongs to the topmost layer.
  const found = registered
    .toReversed()
    .find(({ handler, pattern }) => handler !== null && isFor(pattern, event));
  if (found === undefined) return;
  const { pattern } = found;
  const isCommand = pattern.hasMod || /^(F\d+|Escape)$/i.test(pattern.key);
  if (!isCommand && (isTyping(event.target) || isModal)) return;
  event.preventDefault();
  // The screen behind a dialog is not acted on: what is typed into the dialog would be gone.
  if (!isModal) found.handler?.current(event);
}

/**
 * Handles a key wherever the focus is, and lists it under `?`. Keys are written like `mod+k`, `/` or `F8`, one stroke each. `mod` is Ctrl, or ⌘ on a Mac. Plain letters are left to typing.
 * `isFallback`: only if nothing else on the screen handles the key, whichever was registered first.
 */
export function useShortcut(
  keys: string,
  handler: (event: KeyboardEvent) => void,
  title = '',
  isActive = true,
  isFallback = false,
): void {
  const latest = useRef(handler);
  // Keys change hands together with what is shown: a key pressed right after belongs to the new screen.
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const mine: Registered = { keys, title, pattern: parseKeys(keys), handler: latest };
    replace(isFallback ? [mine, ...registered] : [...registered, mine]);
    return () => replace(registered.filter((each) => each !== mine));
  }, [keys, title, isActive, isFallback]);
}

/** Lists keys under `?` that the focused part of the screen handles itself. Each has keys and a title. */
export function useListedKeys(listed: readonly (readonly [keys: string, title: string])[]): void {
  useLayoutEffect(() => {
    const mine = listed.map(([keys, title]): Registered => ({
      keys,
      title,
      pattern: parseKeys(keys),
      handler: null,
    }));
    replace([...mine, ...registered]);
    return () => replace(registered.filter((each) => !mine.includes(each)));
  }, [listed]);
}

/** Triggers a shortcut, for a button beside it. */
export function pressShortcut(keys: string): void {
  const found = registered.toReversed().find((each) => each.keys === keys);
  found?.handler?.current(new KeyboardEvent('keydown'));
}

/** Every shortcut of this screen, for the list under `?`. */
export function useShortcutList(): readonly ShownShortcut[] {
  return useSyncExternalStore(changes.listen, () => shown);
}
