import Box from '@mui/material/Box';
import { useCallback } from 'react';
import { Outlet, useParams } from 'react-router';
import { exportPayouts } from '../queries/payouts.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { Page } from '../kit/layout/Page.tsx';
import { ListExport } from '../kit/FileMenu.tsx';
import { useAddressView } from '../kit/useAddressView.ts';
import { payoutParameters } from '../payments/payment-address.ts';
import { CountText } from './CountText.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import { PayoutTable } from './PayoutTable.tsx';
import { SavedViews } from './SavedViews.tsx';
import { useHistory } from './useHistory.ts';
import { noFilter, readView, writeView, type PayoutView } from './view.ts';

/** The complete history: its state is in the address, so that every view has a link and Back works. */
export function PayoutsPage() {
  const { profile, isKnown } = useCurrentProfile();
  if (!isKnown)
    return (
      <Page title="Payouts" isFilling>
        {null}
      </Page>
    );
  return <PayoutsOf currentProfile={profile?.name ?? null} />;
}

function PayoutsOf({ currentProfile }: { readonly currentProfile: string | null }) {
  const { idPayout } = useParams();
  const read = useCallback((address: URLSearchParams) => readView(address, currentProfile), [currentProfile]);
  const write = useCallback((view: PayoutView) => writeView(view, currentProfile), [currentProfile]);
  const [view, show] = useAddressView(read, write, idPayout === undefined ? [] : payoutParameters);
  const history = useHistory(view);
  const clear = () => show((now) => ({ ...now, filter: { ...noFilter, profileName: currentProfile } }));

  return (
    <Box sx={{ position: 'relative', height: '100%', minHeight: 420, overflow: 'hidden' }}>
      <Page
        title="Payouts"
        about={<CountText filter={view.filter} history={history} />}
        isFilling
        actions={
          <>
            <SavedViews view={view} onShow={show} />
            <ListExport
              noun="payout"
              write={(format, signal) => exportPayouts(view.filter, view.order, format, signal)}
            />
          </>
        }
      >
        <FilterBar view={view} currentProfile={currentProfile} onShow={show} onClear={clear} />
        <PayoutTable
          history={history}
          view={view}
          hasProfiles={view.filter.profileName === null}
          onShow={show}
          onClear={clear}
        />
      </Page>
      <Outlet />
    </Box>
  );
}
