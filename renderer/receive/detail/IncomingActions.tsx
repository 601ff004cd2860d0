import LinkIcon from '@mui/icons-material/AddLinkOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { IncomingDetail } from '../../../contract/incoming.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useToast } from '../../kit/useToast.tsx';
import { useRefreshIncoming, useStopFollowing } from '../queries.ts';
import { isEndable, kindWord } from '../words.ts';

type IncomingActionsProps = {
  readonly payment: IncomingDetail;
  readonly onFresh: (payment: IncomingDetail) => void;
};

export function IncomingActions({ payment, onFresh }: IncomingActionsProps) {
  const { kind, origin, idPayment, profileName, state, attempts } = payment;
  const [isAsked, setAsked] = useState(false);
  const toast = useToast();
  const refresh = useRefreshIncoming((detail) => {
    onFresh(detail);
    toast.say(
      detail.state === state
        ? `The gateway was asked: still ${detail.state}.`
        : `The gateway was asked: now ${detail.state}.`,
    );
  });
  const stop = useStopFollowing((detail) => {
    onFresh(detail);
    setAsked(false);
    toast.say(`Bursar asks about this ${kindWord(payment)} no more.`);
  });
  const which = { kind, idPayment, profileName };
  const again = new URLSearchParams({ again: idPayment, of: profileName });
  const isAwaited = state === 'awaited';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {origin !== 'created' || attempts.length > 0 ? (
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
      {origin === 'link' && isAwaited ? (
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
      {isEndable(payment) ? (
        <Button variant="outlined" color="inherit" onClick={() => setAsked(true)}>
          {isAwaited ? 'Stop following …' : 'Take it as not accepted …'}
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsked}
        title={
          isAwaited ? 'Stop following this order ID?' : `Take this ${kindWord(payment)} as not accepted?`
        }
        text={
          isAwaited
            ? 'It becomes cancelled here, and Bursar asks about it no more. Whoever has the address can still pay until it ends.'
            : 'It becomes rejected here. Do this only if the gateway told you that it does not have it.'
        }
        action={isAwaited ? 'Stop following' : 'Take it as not accepted'}
        isBusy={stop.isPending}
        onConfirm={() => stop.mutate(which)}
        onCancel={() => setAsked(false)}
      />
    </Box>
  );
}
