import { Suspense, lazy, useState } from 'react';
import { useNavigate } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import { useShortcut } from '../kit/shortcuts/useShortcut.tsx';

const PaletteDialog = lazy(async () => ({ default: (await import('./PaletteDialog.tsx')).PaletteDialog }));
const ShortcutsHelp = lazy(async () => ({ default: (await import('./ShortcutsHelp.tsx')).ShortcutsHelp }));

type Open = 'palette' | 'help' | null;

/** Everything by keyboard: Ctrl/Cmd-K does anything, `?` lists the keys, F1 opens the guide. Nothing is drawn while neither is asked for. */
export function Palette() {
  const [open, setOpen] = useState<Open>(null);
  useShortcut(
    'mod+k',
    () => setOpen((before) => (before === 'palette' ? null : 'palette')),
    'Search or do anything',
  );
  const navigate = useNavigate();
  useShortcut('?', () => setOpen('help'), 'Keyboard shortcuts');
  useShortcut('F1', () => void navigate(guidePath), 'Guide');
  const close = () => setOpen(null);
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? (
        <PaletteDialog onClose={close} onHelp={() => setOpen('help')} />
      ) : (
        <ShortcutsHelp onClose={close} />
      )}
    </Suspense>
  );
}
