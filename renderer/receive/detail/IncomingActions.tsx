import LinkIcon from '@mui/icons-material/AddLinkOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { IncomingDetail } from '../../../contract/receiving/incoming.ts';
import { kindText, refreshedText } from '../../../contract/text/states.ts';
import { DecideButton } from '../../payments/DecideButton.tsx';
import { ConfirmDialog } from '../../kit/messages/ConfirmDialog.tsx';
import { useOvertaken } from '../../kit/messages/useOvertaken.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { useRefreshIncoming, useStopFollowing } from '../../queries/incoming.ts';

type IncomingActionsProps = {
  readonly payment: IncomingDetail;
  /** Returns what is shown then. */
  readonly onFresh: (payment: IncomingDetail) => IncomingDetail;
};

export function IncomingActions({ payment, onFresh }: IncomingActionsProps) {
  const { kind, origin, idPayment, profileName, state, wasSent, isProfileRemoved } = payment;
  const [isAsked, setAsked] = useState(false);
  const toast = useToast();
  const refresh = useRefreshIncoming((detail) => {
    toast.show(refreshedText(state, onFresh(detail).state));
  });
  const stop = useStopFollowing((detail) => {
    onFresh(detail);
    setAsked(false);
    toast.show(`Bursar has stopped checking this ${kindText(kind)}.`);
  });
  useOvertaken(
    { isOpen: isAsked, isLeft: state === 'awaited', isBusy: stop.isPending, close: () => setAsked(false) },
    `The ${kindText(kind)} changed meanwhile: Bursar no longer waits for it to be paid.`,
  );
  const which = { kind, idPayment, profileName, batchId: payment.batchId };
  const again = new URLSearchParams({ again: idPayment, of: profileName });
  const isAwaited = state === 'awaited';
  return (
    <Box data-actions sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {/* Nobody can be asked about a payment of a removed profile. */}
      {(origin !== 'created' || wasSent) && !isProfileRemoved ? (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<RefreshIcon />}
          disabled={refresh.isPending}
          onClick={() => refresh.mutate(which)}
        >
          {refresh.isPending ? 'Asking the gateway …' : 'Refresh now'}
        </Button>
      ) : null}
      {origin === 'link' && isAwaited && !isProfileRemoved ? (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<LinkIcon />}
          component={Link}
          to={`/receive/links/new?${again}`}
        >
          New address
        </Button>
      ) : null}
      {isAwaited ? (
        <Button variant="outlined" color="inherit" onClick={() => setAsked(true)}>
          Stop checking …
        </Button>
      ) : null}
      <DecideButton payment={payment} />
      <ConfirmDialog
        isOpen={isAsked}
        title="Stop checking this order ID?"
        text="It becomes cancelled here, and Bursar stops checking it. Anyone who has the link can still pay until it expires."
        action="Stop checking"
        isBusy={stop.isPending}
        onConfirm={() => stop.mutate(which)}
        onCancel={() => setAsked(false)}
      />
    </Box>
  );
}
