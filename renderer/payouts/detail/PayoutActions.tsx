import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import RetryIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { refreshedText } from '../../../contract/text/states.ts';
import { EvidenceMenu } from '../../evidence/EvidenceMenu.tsx';
import { receiptAddress } from '../../payments/payment-address.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { useRefreshPayout } from '../../queries/payouts.ts';
import { useShowSheet } from '../../batches/useShowSheet.ts';

type PayoutActionsProps = {
  readonly payout: PayoutDetail;
  /** Returns what is shown then. */
  readonly onFresh: (payout: PayoutDetail) => PayoutDetail;
  /** The button to decide, if there is something to decide. */
  readonly decide: ReactNode;
};

export function PayoutActions({ payout, onFresh, decide }: PayoutActionsProps) {
  const { idPayout, profileName, batchId, state, wasSent, isRetriable, isProfileRemoved } = payout;
  const [list] = useSearchParams();
  const toast = useToast();
  const refresh = useRefreshPayout((detail) => {
    toast.show(refreshedText(state, onFresh(detail).state));
  });
  const retry = useShowSheet();
  return (
    <Box data-actions sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {decide}
      {/* Nobody can be asked about a payout of a removed profile. */}
      {wasSent && !isProfileRemoved ? (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<RefreshIcon />}
          disabled={refresh.isPending}
          onClick={() => refresh.mutate({ idPayout, profileName, batchId })}
        >
          {refresh.isPending ? 'Asking the gateway …' : 'Refresh now'}
        </Button>
      ) : null}
      {isRetriable ? (
        <Button
          variant="contained"
          startIcon={<RetryIcon />}
          disabled={retry.isPending}
          onClick={() =>
            retry.mutate({ profileName, source: { kind: 'retryPayouts', idPayouts: [idPayout] } })
          }
        >
          Retry …
        </Button>
      ) : null}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ReceiptIcon />}
        component={RouterLink}
        to={receiptAddress(payout, list)}
      >
        Receipt
      </Button>
      <EvidenceMenu subject={{ kind: 'payout', idPayout, profileName, batchId }} />
    </Box>
  );
}
