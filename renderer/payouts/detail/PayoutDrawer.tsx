import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { Drawer } from '../../kit/layout/Drawer.tsx';
import { payoutAt, payoutParameters } from '../../payments/payment-address.ts';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { DecideButton } from '../../payments/DecideButton.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Attempts } from '../../kit/life/Attempts.tsx';
import { Standing } from '../../kit/life/Standing.tsx';
import { Timeline } from '../../kit/life/Timeline.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { useLater } from '../../kit/fields/useLater.ts';
import { usePayout, type WhichPayout } from '../../queries/payouts.ts';
import { PayoutActions } from './PayoutActions.tsx';
import { PayoutFacts } from './PayoutFacts.tsx';

/** One payout beside the list, at its own address; the list's filters stay in it. */
export function PayoutDrawer() {
  const { idPayout = '' } = useParams();
  const [address] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const which = payoutAt(idPayout, address);
  const close = () => {
    const list = new URLSearchParams(search);
    for (const name of payoutParameters) list.delete(name);
    void navigate({ pathname: '/payouts', search: list.toString() });
  };
  return (
    <Drawer title="Payout" onClose={close} width={560}>
      <PayoutPanel key={JSON.stringify(which)} which={which} />
    </Drawer>
  );
}

/** Everything known about one payout, and its actions. */
function PayoutPanel({ which }: { readonly which: WhichPayout }) {
  const { data: payout, error, refetch, isPending, keep } = usePayout(which);
  const isSkeleton = useLater(isPending);
  if (error !== null && payout === undefined)
    return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (payout === undefined) return isSkeleton ? <Skeleton variant="rounded" height={240} /> : null;
  const { money, state, problemMessage } = payout;
  const meaning = paymentMeaning({ ...payout, kind: 'payout', origin: null });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Standing money={money} state={state} meaning={meaning} problem={problemMessage} />
      <PayoutActions
        payout={payout}
        onFresh={keep}
        decide={<DecideButton payment={{ ...payout, kind: 'payout', idPayment: payout.idPayout }} />}
      />
      <PayoutFacts payout={payout} />
      <Section title="What happened">
        <Timeline events={payout.events} createdAt={payout.createdAt} />
      </Section>
      <Section title="Requests" about="Each create request for this payout, with the exact body and response">
        <Attempts {...payout} />
      </Section>
    </Box>
  );
}
