import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { Attempts } from '../../kit/life/Attempts.tsx';
import { Standing } from '../../kit/life/Standing.tsx';
import { Timeline } from '../../kit/life/Timeline.tsx';
import { Section } from '../../kit/Section.tsx';
import { useLater } from '../../kit/useLater.ts';
import { usePayout } from '../queries.ts';
import { stateMeaning, waitsForPerson } from '../words.ts';
import { DecideNotice } from './DecideNotice.tsx';
import { PayoutActions } from './PayoutActions.tsx';
import { PayoutFacts } from './PayoutFacts.tsx';

type PayoutPanelProps = { readonly idPayout: string; readonly profileName: string | null };

/** Everything that is known of one payout, and what can be done about it. */
export function PayoutPanel({ idPayout, profileName }: PayoutPanelProps) {
  const { data: payout, error, refetch, isPending, keep } = usePayout(idPayout, profileName);
  const isSkeleton = useLater(isPending);
  if (error !== null && payout === undefined)
    return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (payout === undefined) return isSkeleton ? <Skeleton variant="rounded" height={240} /> : null;
  const { money, state, problemCode, problemMessage, gatewayStatus } = payout;
  // Of a failed payout the sentence about its state says it already.
  const isSaid = state === 'failed' && problemCode === gatewayStatus;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Standing
        money={money}
        state={state}
        meaning={stateMeaning(payout)}
        problem={isSaid ? null : problemMessage}
      />
      {waitsForPerson(payout) ? <DecideNotice payout={payout} /> : null}
      <PayoutActions payout={payout} onFresh={keep} />
      <PayoutFacts payout={payout} />
      <Section title="What happened">
        <Timeline events={payout.events} createdAt={payout.createdAt} />
      </Section>
      <Section
        title="Requests"
        about="Each request that created this payout, or tried to, with the exact body and answer"
      >
        <Attempts attempts={payout.attempts} none="Nothing was sent for this payout yet." />
      </Section>
    </Box>
  );
}
