import type { IncomingDetail, IncomingSummary } from '../../contract/receiving/incoming.ts';
import type { PaymentState } from '../../contract/payments/payment.ts';
import { kindText } from '../../contract/text/states.ts';

/** Where it comes from, in a word or two. */
export function originLabel({ kind, origin }: Pick<IncomingSummary, 'kind' | 'origin'>): string {
  if (origin === 'link') return 'Link';
  if (origin === 'followed') return kind === 'topup' ? 'Followed top-up' : 'Followed payin';
  return kind === 'topup' ? 'Top-up' : 'Payin';
}

/** What its first event is called. */
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

/** Whether the gateway can know it: only then there is something to ask and to tell. */
export function isKnownThere({ state, lastAnswer }: Pick<IncomingDetail, 'state' | 'lastAnswer'>): boolean {
  return lastAnswer !== null || !neverKnown.has(state);
}

/** Whom it is from, as far as that is known. */
export function payerLabel({
  accountName,
  emailAddress,
}: Pick<IncomingSummary, 'accountName' | 'emailAddress'>): string {
  return accountName === '' ? emailAddress : accountName;
}
