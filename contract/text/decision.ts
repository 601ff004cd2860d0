import type { PaymentKind, PersonDecision } from '../payments/payment.ts';
import { kindText } from './states.ts';

/** The label of a decision on a button. */
export const decisionLabel: Readonly<Record<PersonDecision, string>> = {
  sendAgain: 'Repeat the request',
  notAccepted: 'Mark as not accepted',
  adopt: 'Adopt',
  payAgain: 'Pay again',
};

/** The advice before any decision. */
export const beforeDecidingText =
  'Ask the gateway what it holds before you decide. A wrong decision may pay twice.';

/** The consequence of a decision, with a warning if it may pay twice. */
export function decisionConsequence(decision: PersonDecision, kind: PaymentKind): string {
  const word = kindText(kind);
  switch (decision) {
    case 'sendAgain':
      return `Bursar sends the same request under the same order ID again; if the batch is paused, once it is resumed. If the gateway has forgotten a ${word} that it paid, the payee may be paid twice.`;
    case 'notAccepted':
      return kind === 'payout'
        ? 'Nothing is sent. The payout becomes rejected and can be retried under a new order ID. If the gateway has paid it, or still will, a retry may pay the payee twice.'
        : `Nothing is sent. The ${word} becomes rejected.`;
    case 'adopt':
      return `Nothing is sent. Bursar follows what the gateway holds as this ${word}.`;
    case 'payAgain':
      return 'The payout becomes rejected and can be retried under a new order ID. If the payment outside Bursar was for the same purpose, the payee may be paid twice.';
  }
}

/** The same with advice on when to choose it, for before the decision. */
export function decisionOffer(decision: PersonDecision, kind: PaymentKind): string {
  const consequence = decisionConsequence(decision, kind);
  if (decision === 'adopt') return `${consequence} Choose this if both are the same payment.`;
  return decision === 'notAccepted' && kind !== 'payout'
    ? `${consequence} Choose this only if the gateway confirmed that it does not have it.`
    : consequence;
}
