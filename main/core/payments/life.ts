import type { PaymentState } from '../../../contract/payment.ts';

/**
 * The life of a payment: from each state, the states that may follow. `unknown` goes back to `sending` when the
 * gateway says that it never heard of the payment: the same bytes leave once more, and that intent is
 * committed first like every other (invariant I1). `accepted` can end in `conflict` because a 409 says
 * only that the order ID is taken; the first reading shows whether it carries our money. `unknown` goes to
 * `queued` only when a person decides so about a payout that the gateway may have forgotten. `awaited` is the beginning of a payment that
 * somebody else creates at the gateway: it is asked about and never sent, so no way leads from it to `queued`, `sending` or `unknown`.
 */
const following: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  draft: ['queued', 'awaited', 'cancelled', 'unknown'],
  awaited: ['accepted', 'conflict', 'cancelled'],
  queued: ['sending', 'cancelled', 'unknown'],
  sending: ['accepted', 'rejected', 'unknown'],
  unknown: ['accepted', 'rejected', 'conflict', 'sending', 'queued'],
  accepted: ['paid', 'failed', 'conflict', 'unknown'],
  paid: [],
  failed: [],
  rejected: [],
  conflict: [],
  cancelled: [],
};

/**
 * Whether a payment may go from one state to the other. From `draft`, `queued` and `accepted` to `unknown` is for a
 * restored backup alone: what happened after the backup was made is not known.
 */
export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  return following[from].includes(to);
}
