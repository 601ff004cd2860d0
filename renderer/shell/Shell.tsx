import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useCurrentProfile, useKeptProfile } from '../queries/profiles.ts';
import { useArrivals } from '../approvals/useArrivals.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { pressShortcut, useShortcut } from '../kit/shortcuts/useShortcut.tsx';
import { Palette } from '../palette/Palette.tsx';
import { Band, BandSpace } from './Band.tsx';
import { Rail } from './Rail.tsx';
import { ScreenFault } from './ScreenFault.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeptFocus } from './useKeptFocus.ts';
import { useRefusedDrops } from './useRefusedDrops.ts';
import { useRestored } from './useRestored.ts';

/** The frame around every screen: the environment, the profile, the navigation, and the screen over the full width. */
export function Shell() {
  const { profile, isKnown } = useCurrentProfile();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const toast = useToast();
  useEffect(() => toast.leaveScreen(), [pathname, toast]);
  useArrivals();
  useKeptFocus(main);
  useKeptProfile();
  useRefusedDrops();
  useRestored();
  useShortcut('mod+,', () => void navigate('/settings'), 'Settings');
  return (
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        '@media print': { display: 'block', height: 'auto' },
      }}
    >
      <Link
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        sx={{
          position: 'absolute',
          top: 4,
          left: 8,
          zIndex: 2000,
          padding: '6px 12px',
          borderRadius: 1,
          backgroundColor: 'background.paper',
          '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', overflow: 'hidden' },
        }}
      >
        Skip to the content
      </Link>
      <Box component="header" sx={{ flex: 'none', '@media print': { display: 'none' } }}>
        {profile !== null ? <Band environment={profile.environment} /> : isKnown ? null : <BandSpace />}
        <TopBar onPalette={() => pressShortcut('mod+k')} />
      </Box>
      <Box sx={{ flex: 1, display: 'flex', minHeight: 0, '@media print': { display: 'block' } }}>
        <Rail />
        <Box
          component="main"
          id="main"
          ref={main}
          tabIndex={-1}
          sx={{
            position: 'relative',
            flex: 1,
            minWidth: 0,
            overflow: 'auto',
            outline: 'none',
            '@media print': { overflow: 'visible' },
          }}
        >
          <ScreenFault place={pathname}>
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </ScreenFault>
        </Box>
      </Box>
      <Palette />
    </Box>
  );
}
