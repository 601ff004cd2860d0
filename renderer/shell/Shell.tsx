import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Suspense, useEffect, useRef, useCallback } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useCurrentProfile, useKeptProfile, useProfiles } from '../queries/profiles.ts';
import { useArrivals } from '../approvals/useArrivals.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { pressShortcut, useShortcut } from '../kit/shortcuts/useShortcut.tsx';
import { Palette } from '../palette/Palette.tsx';
import { Band, BandSpace } from './Band.tsx';
import { Rail } from './Rail.tsx';
import { ScreenFault } from './ScreenFault.tsx';
import { TopBar } from './TopBar.tsx';
import { onTellUnsaved } from '../kit/layout/unsaved.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useRestoredElsewhere } from '../queries/maintenance.ts';

/** The frame around every screen: the environment, the profile, the navigation, and the screen over the full width. */
export function Shell() {
  const { profile, isKnown } = useCurrentProfile();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const toast = useToast();
  useEffect(() => toast.leaveScreen(), [pathname, toast]);
  useToldUnsaved();
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
      <Box component="header" sx={{ flex: 'none' }}>
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
              <Screen />
            </Suspense>
          </ScreenFault>
        </Box>
      </Box>
      <Palette />
    </Box>
  );
}

/** The screen of this place, or why there is none: most wait for the profiles, and would stay empty. */
function Screen() {
  const { data, error, refetch } = useProfiles();
  if (data !== undefined || error === null) return <Outlet />;
  return (
    <Box sx={{ padding: 3 }}>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    </Box>
  );
}

/** Says that a step would discard what is entered here, as long as that is so. */
function useToldUnsaved(): void {
  const toast = useToast();
  useEffect(() => {
    let end = (): void => undefined;
    return onTellUnsaved((told) => {
      end();
      if (told === 'wouldBeLost')
        end = toast.show('What you entered or chose here is not saved. Do that again to discard it.');
    });
  }, [toast]);
}

/** Says, until it is dismissed, that another window restored a backup: what was typed here since is gone, and older data is shown. */
function useRestored(): void {
  const toast = useToast();
  useRestoredElsewhere(
    useCallback(
      () =>
        toast.warn(
          'A backup was restored in another window. What was typed or changed after it was made is gone, also here: check what this screen shows now.',
        ),
      [toast],
    ),
  );
}

/** Refuses a file that is dropped where nothing takes one: a browser would open it, in the place of Bursar or beside it. */
function useRefusedDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      const { dataTransfer } = event;
      if (event.defaultPrevented || dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
