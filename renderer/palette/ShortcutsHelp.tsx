import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Link } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import { Shortcut } from '../kit/shortcuts/Shortcut.tsx';
import { useShortcutList, type ShownShortcut } from '../kit/shortcuts/useShortcut.tsx';

const inEveryTable: readonly ShownShortcut[] = [
  { keys: 'ArrowUp', title: 'Row above' },
  { keys: 'ArrowDown', title: 'Row below' },
  { keys: 'PageDown', title: 'Next page' },
  { keys: 'End', title: 'Last row' },
  { keys: 'Enter', title: 'Open the row' },
  { keys: 'Escape', title: 'Close the details' },
];

/** The shortcuts of this screen, and those of every table. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const here = useShortcutList();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Keyboard shortcuts</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 4 }}>
        <Keys title="On this screen" shortcuts={here} />
        <Keys title="In every table" shortcuts={inEveryTable} />
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={guidePath} onClick={onClose} sx={{ marginRight: 'auto' }}>
          Open guide
        </Button>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type KeysProps = { readonly title: string; readonly shortcuts: readonly ShownShortcut[] };

function Keys({ title, shortcuts }: KeysProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Box id={headingId} component="h3" sx={{ typography: 'h3', margin: '0 0 8px' }}>
        {title}
      </Box>
      <Box component="dl" sx={{ margin: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
        {shortcuts.map(({ keys, title: what }) => (
          <Box key={keys} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {what}
            </Box>
            <Box component="dd" sx={{ margin: 0 }}>
              <Shortcut keys={keys} />
            </Box>
          </Box>
        ))}
      </Box>
    </section>
  );
}
