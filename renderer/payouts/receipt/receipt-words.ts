import type { PayoutDetail } from '../../../contract/payment.ts';
import { AmountText } from '../../kit/format-amount.ts';
import { wholeTime } from '../../kit/times.ts';

export type ReceiptFact = { readonly title: string; readonly value: string; readonly isMono?: boolean };

/** What a receipt may say of the money: that it was paid only where the gateway said so. */
export function receiptSentence({ state, events }: Pick<PayoutDetail, 'state' | 'events'>): string {
  switch (state) {
    case 'paid': {
      const at = events.findLast(({ to }) => to === 'paid')?.at;
      return at === undefined ? 'Paid.' : `Paid. The gateway confirmed it, ${wholeTime(at)}.`;
    }
    case 'accepted':
      return 'Accepted by the gateway and being processed. Not yet paid.';
    case 'failed':
      return 'Not confirmed as paid: the gateway finished processing this payout without success.';
    case 'rejected':
      return 'Not paid: this payout was not accepted.';
    case 'outside':
      return 'Not sent from here: the gateway had this order ID before, from outside this history.';
    case 'cancelled':
      return 'Not paid: cancelled before it was sent.';
    case 'conflict':
      return 'Not confirmed: the gateway holds other money under this order ID.';
    case 'unknown':
      return 'Not confirmed: it is not yet known whether the gateway took this payout.';
    case 'sending':
    case 'awaited':
    case 'queued':
    case 'draft':
      return 'Not paid: this payout was not accepted by the gateway yet.';
  }
}

/** What stands on a receipt, with nothing that is empty. */
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
    { title: 'State', value: payout.state },
    { title: 'Gateway status', value: payout.gatewayStatus ?? '' },
    {
      title: 'Fee',
      value: payout.fee === null ? '' : AmountText(payout.fee.amount, payout.fee.currencyCode),
    },
    { title: 'Prepared', value: wholeTime(payout.createdAt) },
    { title: 'Sent', value: sent === undefined ? '' : wholeTime(sent) },
    { title: 'Last change', value: wholeTime(payout.updatedAt) },
  ];
  return facts.filter(({ value }) => value !== '');
}
