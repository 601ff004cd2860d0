import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { gatewayMomentOf } from '../../../contract/payments/gateway-time.ts';
import { hasInstructions } from '../../../contract/receiving/incoming.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { Attempts, ExactText } from '../../kit/life/Attempts.tsx';
import { Standing } from '../../kit/life/Standing.tsx';
import { Timeline } from '../../kit/life/Timeline.tsx';
import { exactTime, shortTime } from '../../kit/times.ts';
import { useHasPassed } from '../../kit/layout/useHasPassed.ts';
import { useLater } from '../../kit/fields/useLater.ts';
import { StatusAddress } from '../links/StatusAddress.tsx';
import { useFirstAnswer, useIncoming, type WhichIncoming } from '../../queries/incoming.ts';
import { firstEventLabel, isKnownThere } from '../receive-labels.ts';
import { Accounts } from './Accounts.tsx';
import { ExternalReference } from './ExternalReference.tsx';
import { IncomingActions } from './IncomingActions.tsx';
import { IncomingFacts } from './IncomingFacts.tsx';
import { Instructions } from './Instructions.tsx';

/** The validity of a status address that is created here: no gateway is known to refuse a day. */
const daySeconds = 86_400;

/** Everything known about one payin or top-up, and its actions. */
export function IncomingPanel({ which }: { readonly which: WhichIncoming }) {
  const { data: payment, error, refetch, isPending, keep } = useIncoming(which);
  const isSkeleton = useLater(isPending);
  useFirstAnswer(payment, keep);
  const expireAt = payment?.instructions?.expireAt ?? null;
  const isLate = useHasPassed(expireAt === null ? null : gatewayMomentOf(expireAt));
  if (error !== null && payment === undefined)
    return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (payment === undefined) return isSkeleton ? <Skeleton variant="rounded" height={240} /> : null;
  const { kind, origin, idPayment, profileName, money, state, problemMessage } = payment;
  const { instructions, lastAnswer, awaitedUntil } = payment;
  const meaning = paymentMeaning({
    ...payment,
    hasInstructions: hasInstructions(instructions),
    isLate,
    awaitedUntil: awaitedUntil === null ? null : shortTime(awaitedUntil),
  });
  // Another profile may have the name of a removed one: what it would answer is about another payment.
  const { isProfileRemoved } = payment;
  const isPayinThere = kind === 'payin' && isKnownThere(payment) && !isProfileRemoved;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Standing money={money} state={state} meaning={meaning} problem={problemMessage} />
      <IncomingActions payment={payment} onFresh={keep} />
      <IncomingFacts payment={payment} />
      {hasInstructions(instructions) ? (
        <Instructions instructions={instructions} isOver={state !== 'accepted'} isLate={isLate} />
      ) : null}
      {isPayinThere ? <ExternalReference payment={payment} onFresh={keep} /> : null}
      {isPayinThere ? <Accounts idPayment={idPayment} profileName={profileName} /> : null}
      {origin === 'link' && !isProfileRemoved ? (
        <StatusAddress profileName={profileName} idPayment={idPayment} validitySeconds={daySeconds} />
      ) : null}
      <Section title="What happened">
        <Timeline
          events={payment.events}
          createdAt={payment.createdAt}
          beginning={firstEventLabel(payment)}
        />
      </Section>
      {origin === 'created' ? (
        <Section title="Requests" about="Each create request, with the exact body and response">
          <Attempts {...payment} />
        </Section>
      ) : null}
      {lastAnswer === null ? null : (
        <Section title="Last gateway response" about={exactTime(lastAnswer.at)}>
          <ExactText title="Response" name="last response" text={lastAnswer.raw} />
        </Section>
      )}
    </Box>
  );
}
