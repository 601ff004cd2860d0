import { isSameCode } from '../same-code.ts';
import type { PaymentState } from './payment.ts';

/**
 * The lifecycle of a payment (DESIGN: The life of a payout): from each state, the states that may follow. The store
 * records no other change.
 *
 * - `unknown` → `sending`: the gateway answered 410, so the same bytes leave again under the same order ID; that
 *   intent is committed first like every other (I1). `unknown` → `queued`: a person decided to send them again, or
 *   no request for them has left and the gateway does not know them, as after a restore.
 * - `accepted` → `conflict` or `outside`: 409 says only that the order ID is taken; reading it shows its amount
 *   and since when.
 * - `failed` and `rejected` are the gateway's latest report, not a verdict: a later answer can show that the payment
 *   was paid, or that it arrived after all.
 * - `conflict` → `accepted` or `outside`: the gateway now reports the amount that was sent; it is never sent again.
 * - `outside` → `accepted`: a person adopts the payment that was made outside this history; → `rejected`: a person
 *   wants it paid again.
 * - `cancelled` → `draft`: a discarded draft is prepared again; nothing of it was ever sent.
 * - `cancelled` → `accepted` or `conflict`: Bursar stopped checking a payment that somebody else creates, and the gateway has it after all. The
 *   database permits it for no other.
 * - `awaited` is the first state of a payment that somebody else creates at the gateway: it is only polled, never sent.
 */
const following: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  draft: ['queued', 'awaited', 'cancelled', 'unknown'],
  awaited: ['accepted', 'conflict', 'cancelled'],
  queued: ['sending', 'cancelled', 'unknown'],
  sending: ['accepted', 'rejected', 'unknown'],
  unknown: ['accepted', 'rejected', 'conflict', 'outside', 'sending', 'queued'],
  accepted: ['paid', 'failed', 'conflict', 'outside', 'unknown'],
  paid: [],
  failed: ['paid', 'accepted', 'conflict'],
  rejected: ['accepted', 'conflict', 'outside'],
  conflict: ['accepted', 'outside'],
  outside: ['accepted', 'rejected'],
  cancelled: ['draft', 'accepted', 'conflict'],
};

/**
 * Whether a payment may go from one state to the other. From `draft`, `queued` and `accepted` to `unknown` is for
 * records that may be older than what was sent: what happened since is not known. From `queued`, it is also the step before the state that
 * the gateway's response gives to one that it turns out to have.
 */
export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  return following[from].includes(to);
}

/** Whether another state may follow this one. */
export function mayChange(state: PaymentState): boolean {
  return following[state].length > 0;
}

/** Whether a status is the one that the interface defines as paid, ignoring case. */
export function isSuccess(status: string | null): boolean {
  return status !== null && isSameCode(status, 'SUCCESS');
}

/**
 * States that are the gateway's latest report, or a person's decision, not a verdict: Bursar asks, on a slow schedule, whether it has
 * changed. Of rejected payments only those that a person marked as not accepted have a due time.
 */
export const recheckedStates: ReadonlySet<PaymentState> = new Set(['failed', 'conflict', 'rejected']);

/** States in which Bursar keeps asking the gateway, each on its schedule; all others have no due time. */
export const askedStates: ReadonlySet<PaymentState> = new Set([
  'awaited',
  'unknown',
  'accepted',
  ...recheckedStates,
]);

/** States whose row another payment may pay: the gateway did not pay it, as far as it has reported. */
export const retriableStates: ReadonlySet<PaymentState> = new Set(['failed', 'rejected']);

/** States of a payment that moved no money and never will: a row has at most one payment in any other state (I11). */
export const deadStates: ReadonlySet<PaymentState> = new Set(['failed', 'rejected', 'cancelled']);
