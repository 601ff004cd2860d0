import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { gatewayMomentOf } from '../../../contract/payments/gateway-time.ts';
import { hasInstructions, type IncomingDetail } from '../../../contract/receiving/incoming.ts';
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
import { firstEventLabel, isKnownThere, originLabel } from '../receive-labels.ts';
import { Accounts } from './Accounts.tsx';
import { ExternalReference } from './ExternalReference.tsx';
import { IncomingActions } from './IncomingActions.tsx';
import { Instructions } from './Instructions.tsx';
import { wholeLine } from '../../../contract/text/one-line.ts';
import { fact, Facts, type Fact } from '../../kit/layout/Facts.tsx';
import { OrderId } from '../../kit/OrderId.tsx';
import { When } from '../../kit/When.tsx';
import { gatewayFacts } from '../../payments/gateway-facts.tsx';

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

/** The properties of a payin or top-up, one per line; empty ones are left out. */
function IncomingFacts({ payment }: { readonly payment: IncomingDetail }) {
  const { accountName, accountNumber, emailAddress, paymentMethodCode, paymentOperatorCode } = payment;
  const { idPayment, awaitedUntil, returnUrl, note, profileName } = payment;
  const facts: Fact[] = [
    ['Kind', originLabel(payment)],
    fact('From', wholeLine(accountName)),
    accountNumber === ''
      ? null
      : ['Account', <OrderId key="account" value={wholeLine(accountNumber)} label="account number" />],
    fact('E-mail', wholeLine(emailAddress)),
    fact('Method', paymentMethodCode),
    fact('Operator', paymentOperatorCode),
    ['Order ID', <OrderId key="order" value={idPayment} />],
    ...gatewayFacts(payment),
    awaitedUntil === null ? null : ['Awaited until', <When key="awaited" at={awaitedUntil} />],
    fact('Returns to', returnUrl),
    fact('Gateway returns to', wholeLine(payment.instructions?.returnUrl ?? '')),
    fact('Note', wholeLine(note)),
    ['Profile', `${profileName} (${payment.environment}${payment.isProfileRemoved ? ', removed' : ''})`],
    ['Created', <When key="created" at={payment.createdAt} />],
    ['Last changed', <When key="changed" at={payment.updatedAt} />],
  ];
  return <Facts facts={facts} />;
}
