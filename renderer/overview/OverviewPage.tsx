import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCurrentProfile } from '../queries/profiles.ts';
import { Page } from '../kit/layout/Page.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useStillRows } from '../kit/layout/useStillRows.ts';
import { Attention } from './Attention.tsx';
import { Balances } from './Balances.tsx';
import { RunningBatches } from './RunningBatches.tsx';
import { WhatHappened } from './WhatHappened.tsx';
import { ScheduledBatches } from './ScheduledBatches.tsx';

const FirstStart = lazy(async () => ({
  default: (await import('../first-start/FirstStart.tsx')).FirstStart,
}));

/** The current state: attention items, batches in progress, and balances. Without a profile, the two ways to start. */
export function OverviewPage() {
  const { profile, isKnown } = useCurrentProfile();
  useLostNote();
  if (!isKnown) return <Page title="Overview">{null}</Page>;
  if (profile === null) return <FirstStart />;
  return (
    <Page
      title="Overview"
      actions={
        <Button component={Link} to="/batches/new" variant="contained">
          New batch
        </Button>
      }
    >
      <Parts>
        <WhatHappened profile={profile} key={profile.name} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
            columnGap: 5,
            rowGap: 4,
            alignItems: 'start',
          }}
        >
          <Attention />
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
            <RunningBatches />
            <ScheduledBatches />
          </Box>
        </Box>
        <Balances profileName={profile.name} key={`balances ${profile.name}`} />
      </Parts>
    </Page>
  );
}

/** The parts of the screen, one below the other, with rows that come and go by themselves. */
function Parts({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useStillRows(part);
  return (
    <Box ref={part} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      {children}
    </Box>
  );
}

/** Says once that an address did not exist. */
function useLostNote(): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const isLost = typeof state === 'object' && state !== null && 'isLost' in state;
  useEffect(() => {
    if (!isLost) return;
    toast.show('Screen not found. This is the overview.');
    void navigate('.', { replace: true, state: null });
  }, [isLost, toast, navigate]);
}
