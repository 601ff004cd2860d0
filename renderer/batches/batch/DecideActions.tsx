import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { OrderId } from '../../kit/OrderId.tsx';
import { useToast } from '../../kit/useToast.tsx';
import { useDecide } from '../queries.ts';

type Props = { readonly idPayout: string; readonly profileName: string };

/**
 * What a person decides about a payout of which the gateway has known nothing for more than a day. Until then Bursar
 * decides by itself, and refuses with the reason.
 */
export function DecideActions({ idPayout, profileName }: Props) {
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const decide = useDecide(() => {
    setOpen(false);
    toast.say('Noted. The payout goes its way.');
  });
  const act = (decision: 'sendAgain' | 'notAccepted') => decide.mutate({ idPayout, profileName, decision });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} sx={{ ml: 1, py: 0 }}>
        Decide …
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} maxWidth="sm" aria-labelledby="decide-title">
        <DialogTitle id="decide-title">What became of this payout?</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 1 }}>
            <OrderId value={idPayout} />
          </Typography>
          <Typography sx={{ mb: 1 }}>
            For a day Bursar finds out by itself. After that it cannot know how long the gateway remembers an
            order ID: ask the gateway’s people whether they have this one.
          </Typography>
          <Typography>
            <strong>Send again</strong> sends the same order ID once more: a gateway that remembers it does
            not pay twice. <strong>Not accepted</strong> takes it as never paid, so that it can be repaired
            and sent under a new order ID.
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)} autoFocus>
            Not now
          </Button>
          <Button disabled={decide.isPending} onClick={() => act('notAccepted')}>
            Not accepted
          </Button>
          <Button variant="contained" disabled={decide.isPending} onClick={() => act('sendAgain')}>
            Send again
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
