import { wholeLine } from '../../contract/text/one-line.ts';
import type { IncomingDetail, IncomingSummary } from '../../contract/receiving/incoming.ts';
import type { PaymentState } from '../../contract/payments/payment.ts';
import { kindText } from '../../contract/text/states.ts';

/** Its origin, in a word or two. */
export function originLabel({ kind, origin }: Pick<IncomingSummary, 'kind' | 'origin'>): string {
  if (origin === 'link') return 'Link';
  if (origin === 'followed') return kind === 'topup' ? 'Followed top-up' : 'Followed payin';
  return kind === 'topup' ? 'Top-up' : 'Payin';
}

/** The label of its first event. */
export function firstEventLabel({ kind, origin }: Pick<IncomingSummary, 'kind' | 'origin'>): string {
  if (origin === 'created') return `The ${kindText(kind)} was created in Bursar`;
  return 'Bursar follows it from here on';
}

const neverKnown: ReadonlySet<PaymentState> = new Set([
  'awaited',
  'queued',
  'draft',
  'rejected',
  'cancelled',
]);

/** Whether the gateway can know it: only then can it be asked. */
export function isKnownThere({ state, lastAnswer }: Pick<IncomingDetail, 'state' | 'lastAnswer'>): boolean {
  return lastAnswer !== null || !neverKnown.has(state);
}

/** The payer, as far as known. */
export function payerLabel({
  accountName,
  emailAddress,
}: Pick<IncomingSummary, 'accountName' | 'emailAddress'>): string {
  return wholeLine(accountName === '' ? emailAddress : accountName);
}
