import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import SendAgainIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { PayoutDetail } from '../../../contract/payment.ts';
import { useToast } from '../../kit/useToast.tsx';
import { useOpenSheet, useRefreshPayout } from '../queries.ts';
import { isRepairable, wasSent } from '../words.ts';

type PayoutActionsProps = {
  readonly payout: PayoutDetail;
  readonly onFresh: (payout: PayoutDetail) => void;
};

export function PayoutActions({ payout, onFresh }: PayoutActionsProps) {
  const { idPayout, profileName, state } = payout;
  const navigate = useNavigate();
  const toast = useToast();
  const refresh = useRefreshPayout((detail) => {
    onFresh(detail);
    toast.say(
      detail.state === state
        ? `The gateway was asked: still ${detail.state}.`
        : `The gateway was asked: now ${detail.state}.`,
    );
  });
  const sendAgain = useOpenSheet((opening) => {
    if (opening.kind === 'opened') void navigate(`/sheets/${encodeURIComponent(opening.sheet.sheetId)}`);
  });
  const of = new URLSearchParams({ of: profileName });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {wasSent(payout) ? (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<RefreshIcon />}
          disabled={refresh.isPending}
          onClick={() => refresh.mutate({ idPayout, profileName })}
        >
          {refresh.isPending ? 'Asking the gateway …' : 'Refresh now'}
        </Button>
      ) : null}
      {isRepairable(state) ? (
        <Button
          variant="contained"
          startIcon={<SendAgainIcon />}
          disabled={sendAgain.isPending}
          onClick={() =>
            sendAgain.mutate({ profileName, source: { kind: 'retryPayouts', idPayouts: [idPayout] } })
          }
        >
          Send again …
        </Button>
      ) : null}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ReceiptIcon />}
        component={RouterLink}
        to={`/receipt/${encodeURIComponent(idPayout)}?${of}`}
      >
        Receipt
      </Button>
    </Box>
  );
}
