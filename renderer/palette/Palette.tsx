import { useState } from 'react';
import { useShortcut } from '../kit/useShortcut.tsx';
import { PaletteDialog } from './PaletteDialog.tsx';
import { ShortcutsHelp } from './ShortcutsHelp.tsx';

type Open = 'palette' | 'help' | null;

/** Everything by keyboard: Ctrl/Cmd-K does anything, `?` lists the keys. Nothing is drawn while neither is asked for. */
export function Palette() {
  const [open, setOpen] = useState<Open>(null);
  useShortcut(
    'mod+k',
    () => setOpen((before) => (before === 'palette' ? null : 'palette')),
    'Search or do anything',
  );
  useShortcut('?', () => setOpen('help'), 'List of keys');
  const close = () => setOpen(null);
  if (open === 'palette') return <PaletteDialog onClose={close} onHelp={() => setOpen('help')} />;
  return open === 'help' ? <ShortcutsHelp onClose={close} /> : null;
}
