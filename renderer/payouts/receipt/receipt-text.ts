import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { isAcceptedByRepetition } from '../../../contract/payments/problem-facts.ts';
import { moneyText } from '../../../contract/text/numbers.ts';
import { isPaidStill, reportedSince } from '../../../contract/text/payment-meaning.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import { wholeTime } from '../../kit/times.ts';

type ReceiptFact = { readonly title: string; readonly value: string; readonly isMono?: boolean };

const notKnownYet = 'Not confirmed as paid: what became of this payout is not known yet.';

/** What a receipt may claim about the money: paid only if the gateway confirmed it, and no verdict otherwise. */
export function receiptSentence({
  state,
  gatewayStatus,
  problem,
  events,
  wasSent,
}: Pick<PayoutDetail, 'state' | 'gatewayStatus' | 'problem' | 'events' | 'wasSent'>): string {
  switch (state) {
    case 'paid': {
      const at = events.findLast(({ from, to }) => to === 'paid' && from !== 'paid')?.at;
      const confirmed = (what: string): string =>
        at === undefined ? '' : ` The gateway confirmed ${what}, ${wholeTime(at)}.`;
      return isPaidStill({ gatewayStatus, problem })
        ? `Paid.${confirmed('it')}`
        : `No longer confirmed as paid: the gateway has since reported ${reportedSince({ gatewayStatus, problem })}.${confirmed('that it was paid')}`;
    }
    case 'accepted':
      return problem === null
        ? 'Accepted by the gateway and being processed. Not confirmed as paid.'
        : `${isAcceptedByRepetition({ problem }) ? 'The gateway said that it has this payout' : 'Accepted by the gateway'}. What became of it since is not known. Not confirmed as paid.`;
    case 'failed':
      return `Not confirmed as paid: the gateway finished this payout with the status ${gatewayStatus ?? '(none)'}.`;
    case 'rejected':
      return 'Not confirmed as paid: this payout is recorded as rejected.';
    case 'outside':
      return 'Not sent by Bursar, as far as it can tell: the gateway already had this order ID.';
    case 'conflict':
      return 'Not confirmed as paid: the gateway holds a different amount or currency for this order ID.';
    case 'unknown':
      if (problem?.code === 'forgottenForLong')
        return 'Not confirmed as paid: the gateway said that it had this payout, and now answers that it does not know it.';
      return notKnownYet;
    case 'sending':
      return notKnownYet;
    case 'cancelled':
    case 'awaited':
    case 'queued':
    case 'draft':
      if (wasSent) return 'Not confirmed as paid: the gateway may hold an earlier request.';
      if (state === 'draft') return 'Not confirmed as paid: not released.';
      // The draft that it was may be of a restored backup.
      return 'Not confirmed as paid: these records show no request for it.';
  }
}

/** The content of a receipt, without empty values. */
export function receiptFacts(payout: PayoutDetail): ReceiptFact[] {
  const sent = payout.attempts[0]?.startedAt;
  const facts: ReceiptFact[] = [
    { title: 'Payee', value: payout.accountName },
    { title: 'Account', value: payout.accountNumber, isMono: true },
    { title: 'E-mail', value: payout.emailAddress },
    { title: 'Payment method', value: payout.paymentMethodCode },
    { title: 'Payment operator', value: payout.paymentOperatorCode },
    { title: 'Order ID', value: payout.idPayout, isMono: true },
    { title: 'Reference', value: payout.reference },
    { title: 'State', value: stateLabel(payout.state) },
    { title: 'Gateway status', value: payout.gatewayStatus ?? '' },
    {
      title: 'Fee',
      value: payout.fee === null ? '' : moneyText(payout.fee),
    },
    { title: 'Created', value: wholeTime(payout.createdAt) },
    { title: 'Sent', value: sent === undefined ? '' : wholeTime(sent) },
    { title: 'Last changed', value: wholeTime(payout.updatedAt) },
  ];
  return facts.filter(({ value }) => value !== '');
}
