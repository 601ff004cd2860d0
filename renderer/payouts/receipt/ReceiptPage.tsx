import BackIcon from '@mui/icons-material/ArrowBack';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate, useParams, useSearchParams, Link as RouterLink } from 'react-router';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { useShortcut } from '../../kit/shortcuts/useShortcut.tsx';
import { useToast } from '../../kit/messages/useToast.tsx';
import { payoutAt } from '../../payments/payment-address.ts';
import { usePayout } from '../../queries/payouts.ts';
import { useSavePdf, useHost } from '../../queries/host.ts';
import { useProfiles } from '../../queries/profiles.ts';
import { Receipt } from './Receipt.tsx';
import GlobalStyles from '@mui/material/GlobalStyles';

/** One payout as a printable page. Printing leaves out the frame of the window. */
export function ReceiptPage() {
  const { idPayout = '' } = useParams();
  const [address] = useSearchParams();
  const { data: payout, error, refetch } = usePayout(payoutAt(idPayout, address));
  const profiles = useProfiles().data;
  const host = useHost().data;
  const toast = useToast();
  const savePdf = useSavePdf((path) => {
    if (path !== null) toast.show(`Saved as ${path}.`);
  });
  // Another profile may have the name of a removed one, and another merchant.
  const profile =
    payout?.isProfileRemoved === false
      ? (profiles?.find(({ name }) => name === payout.profileName) ?? null)
      : null;
  const print = () => {
    if (host?.hasDialogs === true) savePdf.mutate({ suggestedName: `receipt-${idPayout}.pdf` });
    else window.print();
  };
  const back = `/payouts/${encodeURIComponent(idPayout)}${address.size === 0 ? '' : `?${address}`}`;
  const navigate = useNavigate();
  useShortcut('Escape', () => void navigate(back), 'Back to the payout');
  return (
    <Page
      title="Receipt"
      actions={
        <>
          <Button color="inherit" startIcon={<BackIcon />} component={RouterLink} to={back}>
            Back to the payout
          </Button>
          <Button
            variant="contained"
            startIcon={<PrintIcon />}
            disabled={payout === undefined || savePdf.isPending}
            onClick={print}
          >
            Print or save as PDF
          </Button>
        </>
      }
    >
      <PrintStyles />
      {payout === undefined && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <Box sx={{ display: 'flex', justifyContent: 'center' }}>
        {payout === undefined || profiles === undefined ? null : (
          <Receipt payout={payout} profile={profile} />
        )}
      </Box>
    </Page>
  );
}

/** Prints only the receipt, at the top of an A4 page. */
function PrintStyles() {
  return (
    <GlobalStyles
      styles={{
        '@page': { size: 'A4 portrait !important', margin: '16mm !important' },
        '@media print': {
          'html, body, #root': { background: '#fff', height: 'auto', overflow: 'visible' },
          'body *': { visibility: 'hidden' },
          '[data-receipt], [data-receipt] *': { visibility: 'visible' },
          '[data-receipt]': {
            position: 'fixed',
            inset: '0 auto auto 0',
            width: '100%',
            border: 0,
            boxShadow: 'none',
            padding: 0,
          },
        },
      }}
    />
  );
}
