import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import { lazyPart, notLoadedText, reload } from '../kit/layout/lazy-part.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useShortcut } from '../kit/shortcuts/useShortcut.tsx';
import type { PaletteEntry } from './matching.ts';
import type { PaletteDialog } from './PaletteDialog.tsx';

const ShortcutsHelp = lazyPart(
  'the keyboard shortcuts',
  async () => (await import('./ShortcutsHelp.tsx')).ShortcutsHelp,
);

type Open = 'palette' | 'help' | null;

/** Keyboard access to everything: Ctrl/Cmd-K opens the palette, `?` lists the shortcuts, F1 opens the guide. Renders nothing until then. */
export function Palette() {
  const [open, setOpen] = useState<Open>(null);
  const [Dialog, setDialog] = useState<typeof PaletteDialog | null>(null);
  const here = useRef<readonly PaletteEntry[]>([]);
  const typed = useRef('');
  const toast = useToast();
  const isWanted = open === 'palette';
  // Loaded before the first key press, without delaying the first screen.
  useEffect(() => {
    if (Dialog !== null) return undefined;
    const load = () => {
      import('./PaletteDialog.tsx').then(
        (loaded) => setDialog(() => loaded.PaletteDialog),
        () => {
          if (!isWanted) return;
          toast.show(notLoadedText('the palette'), reload);
          setOpen(null);
        },
      );
    };
    if (isWanted) return void load();
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, [Dialog, isWanted, toast]);
  const toggle = () => {
    here.current = screenActions((title) =>
      toast.show(`“${title}” is no longer offered on this screen. Nothing was done.`),
    );
    typed.current = '';
    setOpen(isWanted ? null : 'palette');
  };
  useShortcut('mod+k', toggle, 'Search or do anything');
  // If the screen has no search of its own.
  useShortcut('/', toggle, 'Search or do anything', true, true);
  const navigate = useNavigate();
  useShortcut('?', () => setOpen('help'), 'Keyboard shortcuts');
  useShortcut('F1', () => void navigate(guidePath), 'Guide');
  const close = () => setOpen(null);
  if (isWanted && Dialog === null) return <KeepTyped typed={typed} onEscape={close} />;
  if (isWanted && Dialog !== null)
    return (
      <Dialog
        typedBefore={typed.current}
        here={here.current}
        onClose={close}
        onHelp={() => setOpen('help')}
      />
    );
  return open === 'help' ? <ShortcutsHelp onClose={close} /> : null;
}

type KeepTypedProps = { readonly typed: { current: string }; readonly onEscape: () => void };

/** Buffers typed text while the palette loads, so that none of it reaches the screen below. */
function KeepTyped({ typed, onEscape }: KeepTypedProps) {
  // Before anything more can be typed.
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key.length === 1) typed.current += event.key;
      else if (event.key === 'Escape') onEscape();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
    };
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, [typed, onEscape]);
  return null;
}

/**
 * The available actions on the screen: the buttons of its heading, its sections, its details and its rows, with their labels, those of open
 * details first, then the most important. The palette presses the actual button, so that there is only one way of doing it. `onGone` gets
 * the label of an action whose button has gone or become another one meanwhile, such as Pause that became Resume.
 */
function screenActions(onGone: (title: string) => void): PaletteEntry[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button:not(:disabled)');
  const weightOf = (button: HTMLButtonElement): number =>
    ['.MuiButton-outlined', '.MuiButton-contained'].findIndex((each) => button.matches(each)) +
    (button.closest('aside') === null ? 0 : 2);
  const byTitle = new Map(
    [...buttons]
      .toSorted((left, right) => weightOf(right) - weightOf(left))
      .filter((button) => button.offsetParent !== null && button.getAttribute('aria-pressed') === null)
      .map((button) => [labelOf(button), button] as const),
  );
  return [...byTitle]
    .filter(([title]) => title !== '')
    .map(([title, button]) => ({
      key: `here ${title}`,
      group: 'On this screen',
      title,
      run: () => {
        const isThere = button.isConnected && !button.disabled && labelOf(button) === title;
        if (isThere) button.click();
        else onGone(title);
      },
    }));
}

function labelOf(button: HTMLButtonElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent).trim();
}
