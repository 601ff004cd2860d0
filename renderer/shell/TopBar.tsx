import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Shortcut } from '../kit/shortcuts/Shortcut.tsx';
import { ProfileSwitcher } from './ProfileSwitcher.tsx';
import { BlockageNotice } from './BlockageNotice.tsx';

/** The current profile, what is blocked, and the command palette. */
export function TopBar({ onPalette }: { readonly onPalette: () => void }) {
  return (
    <Box
      sx={{
        height: 48,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        padding: '0 16px 0 24px',
        borderBottom: '1px solid',
        borderColor: 'divider',
        backgroundColor: 'background.default',
      }}
    >
      <Box component="span" sx={{ fontWeight: 700, fontSize: 15, letterSpacing: '-0.01em', marginRight: 1 }}>
        Bursar
      </Box>
      <ProfileSwitcher />
      <BlockageNotice />
      <Button color="inherit" onClick={onPalette} sx={{ color: 'text.secondary', gap: 1, flex: 'none' }}>
        Search or do anything
        <Shortcut keys="mod+k" />
      </Button>
    </Box>
  );
}
