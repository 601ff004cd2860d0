import type { IncomingDetail } from '../../../contract/receiving/incoming.ts';
import { wholeLine } from '../../../contract/text/one-line.ts';
import { fact, Facts, type Fact } from '../../kit/layout/Facts.tsx';
import { OrderId } from '../../kit/OrderId.tsx';
import { When } from '../../kit/When.tsx';
import { gatewayFacts } from '../../payments/gateway-facts.tsx';
import { originLabel } from '../receive-labels.ts';

/** The properties of a payin or top-up, one per line; empty ones are left out. */
export function IncomingFacts({ payment }: { readonly payment: IncomingDetail }) {
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
