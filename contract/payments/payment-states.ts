import { z } from 'zod';

export { openStates } from './open-states.ts';

/** A payout, payin or top-up: one lifecycle, one table, one mechanism. */
export const PaymentKind = z.enum(['payout', 'payin', 'topup']);
export type PaymentKind = z.infer<typeof PaymentKind>;

/** The states of a payment; docs/life-of-a-payout.md shows the transitions. */
export const paymentStates = [
  'draft',
  'awaited',
  'queued',
  'sending',
  'unknown',
  'accepted',
  'paid',
  'failed',
  'rejected',
  'conflict',
  'outside',
  'cancelled',
] as const;
export const PaymentState = z.enum(paymentStates);
export type PaymentState = z.infer<typeof PaymentState>;

/** Settled states of a payment that is not paid, or not as it should be. */
export const unpaidStates = [
  'conflict',
  'outside',
  'rejected',
  'failed',
] as const satisfies readonly PaymentState[];

/** States in which nothing more is sent or awaited. `failed` is the gateway's latest report: it is polled now and then. */
export const settledStates = [
  'paid',
  ...unpaidStates,
  'cancelled',
] as const satisfies readonly PaymentState[];

/** States of a payment whose request may have reached the gateway, which is not known to have accepted or refused it. */
export const inDoubtStates = ['sending', 'unknown'] as const satisfies readonly PaymentState[];

/** States of a released payment that the gateway is not known to have accepted or refused. */
export const unresolvedStates = ['queued', ...inDoubtStates] as const satisfies readonly PaymentState[];

/** States in which a payment is not known to have left yet: many are claimed at once, and leave one by one. */
export const leavingStates = ['draft', 'queued', 'sending'] as const satisfies readonly PaymentState[];

/** The same, plus those that will never leave: the gateway cannot know these payments, or its answer is already in transit. */
export const unsentStates: ReadonlySet<PaymentState> = new Set([...leavingStates, 'cancelled']);

/** States that a person should look at. */
export const troubledStates = ['unknown', ...unpaidStates] as const satisfies readonly PaymentState[];

/** How many payments are in one of these states. */
export function countIn(
  byState: Partial<Record<PaymentState, number>>,
  states: readonly PaymentState[],
): number {
  return states.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
}

/**
 * The decisions that a person can make about a payment. `unknown` for a day: repeat the request under the same order ID, or record that the
 * gateway did not accept it. `outside`: adopt the payment that was made outside this history, or pay the row again.
 */
export const PersonDecision = z.enum(['sendAgain', 'notAccepted', 'adopt', 'payAgain']);
export type PersonDecision = z.infer<typeof PersonDecision>;
