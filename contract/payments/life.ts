import type { PaymentState } from './payment.ts';

/**
 * The life of a payment (DESIGN: The life of a payout): from each state, the states that may follow. The store
 * records no other change.
 *
 * - `unknown` → `sending`: the gateway answered 410, so the same bytes leave again under the same order ID; that
 *   intent is committed first like every other (I1). `unknown` → `queued`: a person decided to send them again.
 * - `accepted` → `conflict` or `outside`: 409 says only that the order ID is taken; reading it shows by whose money
 *   and since when.
 * - `failed` and `rejected` are what the gateway said last, not a verdict: a later answer can show that the payment
 *   was paid, or that it arrived after all.
 * - `conflict` → `accepted` or `outside`: the gateway now reports the money that was sent; it is never sent again.
 * - `outside` → `accepted`: a person adopts the payment that was made outside this history; → `rejected`: a person
 *   wants it paid again.
 * - `cancelled` → `draft`: a discarded draft is prepared again; nothing of it was ever sent.
 * - `cancelled` → `accepted` or `conflict`: a payment that somebody else creates was given up, and the gateway has it after all. The
 *   database permits it for no other.
 * - `awaited` begins a payment that somebody else creates at the gateway: it is only asked about, never sent.
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
 * records that may be older than what was sent: what happened since is not known.
 */
export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  return following[from].includes(to);
}

/** Whether a status is the one that the interface names for a payment that was paid, in whatever letters. */
export function isSuccess(status: string | null): boolean {
  return status?.toUpperCase() === 'SUCCESS';
}

/** States in which Bursar keeps asking the gateway, each on its schedule; all others have no due time. */
export const askedStates: ReadonlySet<PaymentState> = new Set(['awaited', 'unknown', 'accepted', 'failed']);

/** States whose row may be paid by another payment: the gateway did not pay it, as far as it has said. */
export const retriableStates: ReadonlySet<PaymentState> = new Set(['failed', 'rejected']);

/** States of a payment that will never move money, and has not: beside these a row has at most one payment (I11). */
export const deadStates: ReadonlySet<PaymentState> = new Set(['failed', 'rejected', 'cancelled']);
