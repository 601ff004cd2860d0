import type { IncomingDetail, IncomingSummary } from '../../contract/incoming.ts';
import type { PaymentState } from '../../contract/payment.ts';
import { shortTime } from '../kit/times.ts';

/** The one problem of an unknown payin or top-up that Bursar leaves to a person. */
const needsPersonCode = 'olderThanADay';

/** What a kind is called in a sentence. */
export function kindWord({ kind }: Pick<IncomingSummary, 'kind'>): string {
  return kind === 'topup' ? 'top-up' : 'payin';
}

/** Where it comes from, in a word or two. */
export function originWords({ kind, origin }: Pick<IncomingSummary, 'kind' | 'origin'>): string {
  if (origin === 'link') return 'Link';
  if (origin === 'followed') return kind === 'topup' ? 'Followed top-up' : 'Followed payin';
  return kind === 'topup' ? 'Top-up' : 'Payin';
}

type Meant = Pick<
  IncomingDetail,
  'kind' | 'origin' | 'state' | 'problemCode' | 'gatewayStatus' | 'awaitedUntil' | 'instructions'
> & { readonly attempts: readonly unknown[] };

/** Whether a person has to decide what became of it. */
export function waitsForPerson({ state, problemCode }: Pick<Meant, 'state' | 'problemCode'>): boolean {
  return state === 'unknown' && problemCode === needsPersonCode;
}

/** What a state means for the money, and what Bursar does about it. */
export function stateMeaning(payment: Meant): string {
  const word = kindWord(payment);
  switch (payment.state) {
    case 'draft':
      return 'Prepared. Nothing was sent.';
    case 'awaited':
      return awaitedMeaning(payment);
    case 'queued':
      return payment.attempts.length > 0
        ? 'Waiting to be sent again: the very same request, under the same order ID.'
        : 'Waiting for its turn. Nothing was sent yet.';
    case 'sending':
      return 'On its way to the gateway. Bursar waits for the answer.';
    case 'unknown':
      return waitsForPerson(payment)
        ? `It is not known whether the gateway took this ${word}, and it has been so for more than a day. Ask the gateway; if it did not, give it up here.`
        : 'The gateway did not answer. Bursar keeps asking; nothing was created twice.';
    case 'accepted':
      return payment.instructions === null
        ? `The gateway took this ${word} and is processing it. Bursar asks until it is finished.`
        : 'The gateway waits for the money. Bursar asks until it has come.';
    case 'paid':
      return payment.kind === 'topup'
        ? 'The gateway says that the money is in the wallet. Nothing more is to be done.'
        : 'The gateway says that the money has come in. Nothing more is to be done.';
    case 'failed':
      return `The gateway finished this ${word} and no money came in${payment.gatewayStatus === null ? '' : `, with the status ${payment.gatewayStatus}`}. A new one needs a new order ID.`;
    case 'rejected':
      return `The gateway refused this ${word}; it was not created. A new one needs a new order ID.`;
    case 'conflict':
      return 'The gateway holds other money under this order ID. Bursar does nothing more with it: ask the gateway.';
    case 'outside':
      return `The gateway had this order ID before Bursar sent the ${word}. Create another one under a new order ID.`;
    case 'cancelled':
      return 'Nobody paid it, and Bursar asks about it no more.';
  }
}

function awaitedMeaning({ origin, awaitedUntil }: Meant): string {
  const who = origin === 'link' ? 'The customer has not paid yet.' : 'Nobody has paid it yet.';
  const until = awaitedUntil === null ? '' : ` until ${shortTime(awaitedUntil)}`;
  return `${who} Bursar asks the gateway about it${until}; nothing is sent.`;
}

/** What its creation is called in the course of events. */
export function beginningWords({ kind, origin }: Pick<IncomingSummary, 'kind' | 'origin'>): string {
  if (origin === 'created') return `The ${kindWord({ kind })} was written down`;
  return 'Bursar knows of it from here on';
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

/** Whether a person may end it here: nobody has paid it, or nobody knows whether it was created. */
export function isEndable(payment: Pick<Meant, 'state' | 'problemCode'>): boolean {
  return payment.state === 'awaited' || waitsForPerson(payment);
}

/** Whom it is from, as far as that is known. */
export function whoWords({
  accountName,
  emailAddress,
}: Pick<IncomingSummary, 'accountName' | 'emailAddress'>): string {
  return accountName === '' ? emailAddress : accountName;
}
