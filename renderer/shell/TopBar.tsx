import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Shortcut } from '../kit/shortcuts/Shortcut.tsx';
import { BlockageNotice } from './BlockageNotice.tsx';
import UnfoldIcon from '@mui/icons-material/UnfoldMore';
import { useState } from 'react';
import { lazyPart } from '../kit/layout/lazy-part.tsx';
import { useCurrentProfile } from '../queries/profiles.ts';
import { visuallyHidden } from '../kit/layout/visually-hidden.ts';
import { EnvironmentWord } from './EnvironmentWord.tsx';

/** A window in which the bar has no room for its words, such as a small one at 200 %. */
const narrow = '@media (max-width: 600px)';

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
        '@media print': { display: 'none' },
        [narrow]: { padding: '0 8px', gap: 0.5 },
      }}
    >
      <Box
        component="span"
        sx={{
          fontWeight: 700,
          fontSize: 15,
          letterSpacing: '-0.01em',
          marginRight: 1,
          [narrow]: { display: 'none' },
        }}
      >
        Bursar
      </Box>
      <ProfileSwitcher />
      <BlockageNotice />
      <Button color="inherit" onClick={onPalette} sx={{ color: 'text.secondary', gap: 1, flex: 'none' }}>
        <Box component="span" sx={{ [narrow]: visuallyHidden }}>
          Search or do anything
        </Box>
        <Shortcut keys="mod+k" />
      </Button>
    </Box>
  );
}

const ProfileMenu = lazyPart(
  'the list of profiles',
  async () => (await import('./ProfileMenu.tsx')).ProfileMenu,
);

/** The window's merchant and environment, and the menu to switch. */
function ProfileSwitcher() {
  const { profile } = useCurrentProfile();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (profile === null) return null;
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<UnfoldIcon sx={{ fontSize: 16, color: 'text.secondary' }} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minWidth: 0, maxWidth: 320, flex: 'none', [narrow]: { flex: '0 1 auto' } }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {profile.name}
        </Box>
        <Box component="span" sx={{ marginLeft: 1 }}>
          <EnvironmentWord environment={profile.environment} />
        </Box>
        <Box component="span" sx={visuallyHidden}>
          , choose another profile
        </Box>
      </Button>
      {anchor === null ? null : <ProfileMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
