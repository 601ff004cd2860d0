import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useShortcut } from '../shortcuts/useShortcut.tsx';

type DrawerProps = {
  readonly title: ReactNode;
  /** Returns to the list: usually by changing the address. */
  readonly onClose: () => void;
  readonly width?: number;
  readonly children: ReactNode;
};

/** Details beside a list that stays usable. Escape closes them, and the focus returns. */
export function Drawer({ title, onClose, width = 520, children }: DrawerProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useShortcut('Escape', onClose);
  useEffect(() => {
    const before = document.activeElement;
    // What is around the panel is the screen, whose list then gets the focus (see `useKeptFocus`).
    const isBeside = before instanceof HTMLElement && !before.contains(panel.current);
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (isBeside && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Box
      component="aside"
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{
        position: 'absolute',
        inset: '0 0 0 auto',
        width: `min(${width}px, 100%)`,
        display: 'flex',
        flexDirection: 'column',
        backgroundColor: 'background.paper',
        borderLeft: '1px solid',
        borderColor: 'divider',
        boxShadow: 8,
        zIndex: 20,
        '@media print': { position: 'static', width: 'auto', border: 0, boxShadow: 'none' },
        // The panel is focused so that reading continues in it; controls inside show their own focus.
        '&, &:focus-visible': { outline: 'none' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          padding: '12px 12px 12px 20px',
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Typography id={id} component="h2" sx={{ flex: 1, minWidth: 0, fontSize: 14, fontWeight: 600 }}>
          {title}
        </Typography>
        <IconButton size="small" aria-label="Close the details" onClick={onClose}>
          <CloseIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      {/* Scrollable, so it must be reachable by keyboard. */}
      <Box tabIndex={0} sx={{ flex: 1, overflow: 'auto', padding: 2.5, outlineOffset: '-2px' }}>
        {children}
      </Box>
    </Box>
  );
}
