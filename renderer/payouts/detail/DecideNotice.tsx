import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { PayoutDetail } from '../../../contract/payment.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { AmountText } from '../../kit/format-amount.ts';
import { useToast } from '../../kit/useToast.tsx';
import { useDecide } from '../queries.ts';

type Decision = 'sendAgain' | 'notAccepted';

const said: Record<Decision, string> = {
  sendAgain: 'The payout is queued and will be sent again under its order ID.',
  notAccepted: 'The payout is taken as not accepted. It can be repaired and sent again.',
};

/** Asks a person about a payout that the gateway may have forgotten. Nothing is sent before they answered. */
export function DecideNotice({ payout }: { readonly payout: PayoutDetail }) {
  const { idPayout, profileName, money, accountName } = payout;
  const [asked, setAsked] = useState<Decision | null>(null);
  const toast = useToast();
  const decide = useDecide(() => {
    if (asked !== null) toast.say(said[asked]);
    setAsked(null);
  });
  const sum = AmountText(money.amount, money.currencyCode);
  const whom = accountName === '' ? '' : ` to ${accountName}`;
  return (
    <Alert severity="warning" icon={false}>
      <Box sx={{ fontWeight: 600 }}>Ask the gateway, then decide</Box>
      <Box
        component="dl"
        sx={{ margin: '8px 0', '& dt': { fontWeight: 500 }, '& dd': { margin: '0 0 8px' } }}
      >
        <dt>Send the same order ID again</dt>
        <dd>
          The very same request leaves once more. If the gateway still knows this order ID, it answers so and
          pays nothing twice. If it has forgotten a payout that it paid, it may pay it a second time.
        </dd>
        <dt>Take it as not accepted</dt>
        <dd>
          Nothing is sent; the payout becomes rejected. If the gateway did pay it, and you then repair the row
          and send it again, it is paid twice.
        </dd>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => setAsked('sendAgain')}>
          Send the same order ID again …
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => setAsked('notAccepted')}>
          Take it as not accepted …
        </Button>
      </Box>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'notAccepted' ? 'Take this payout as not accepted?' : 'Send this order ID again?'}
        text={
          asked === 'notAccepted'
            ? `${sum}${whom} is recorded as not paid. Do this only if the gateway told you that it did not accept ${idPayout}.`
            : `${sum}${whom} is sent again under ${idPayout}. Do this only if the gateway told you that it does not have this payout, or that it still knows its order ID.`
        }
        action={asked === 'notAccepted' ? 'Take it as not accepted' : 'Send it again'}
        isBusy={decide.isPending}
        onConfirm={() => {
          if (asked !== null) decide.mutate({ idPayout, profileName, decision: asked });
        }}
        onCancel={() => setAsked(null)}
      />
    </Alert>
  );
}
