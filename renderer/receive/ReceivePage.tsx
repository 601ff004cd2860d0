import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, Outlet, useParams, useSearchParams } from 'react-router';
import { useAddressView } from '../kit/useAddressView.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { NoMerchant } from '../kit/messages/NoMerchant.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { ListExport } from '../kit/FileMenu.tsx';
import { exportIncoming } from '../queries/incoming.ts';
import { everything, readFilter, writeFilter } from './filter.ts';
import { ReceiveFilters } from './ReceiveFilters.tsx';
import { ReceiveTable } from './ReceiveTable.tsx';

const ways = [
  ['Follow an order ID', '/receive/follow'],
  ['New top-up', '/receive/topup/new'],
  ['New payin', '/receive/payin/new'],
] as const;

/** Incoming payments: payins, links, top-ups and followed ones, with the filter in the address. */
export function ReceivePage() {
  const { profile, isKnown } = useCurrentProfile();
  return (
    <Box sx={{ position: 'relative', height: '100%', minHeight: 420, overflow: 'hidden' }}>
      <Page
        title="Receive"
        about="Payins, payment links and top-ups, newest first"
        isFilling
        actions={profile === null ? null : <Ways profileName={profile.name} />}
      >
        {!isKnown ? null : profile === null ? (
          <NoMerchant what="Payins, payment links and top-ups belong to a merchant." />
        ) : (
          <ReceiveOf profileName={profile.name} key={profile.name} />
        )}
      </Page>
      <Outlet />
    </Box>
  );
}

function Ways({ profileName }: { readonly profileName: string }) {
  const [address] = useSearchParams();
  return (
    <>
      <ListExport
        noun="payment"
        fileName="receive"
        write={(format, signal) => exportIncoming(readFilter(address), profileName, format, signal)}
      />
      {ways.map(([title, to]) => (
        <Button key={to} component={Link} to={to} variant="outlined" color="inherit">
          {title}
        </Button>
      ))}
      <Button component={Link} to="/receive/links/new" variant="contained">
        New payment link
      </Button>
    </>
  );
}

function ReceiveOf({ profileName }: { readonly profileName: string }) {
  const { idPayment } = useParams();
  const [filter, show] = useAddressView(
    readFilter,
    writeFilter,
    idPayment === undefined ? [] : ['of', 'batch'],
  );
  return (
    <>
      <ReceiveFilters filter={filter} profileName={profileName} onShow={show} />
      <ReceiveTable filter={filter} profileName={profileName} onClear={() => show(() => everything)} />
    </>
  );
}
