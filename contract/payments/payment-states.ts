import { z } from 'zod';

/** A payout, payin or top-up: one life, one table, one mechanism. */
export const PaymentKind = z.enum(['payout', 'payin', 'topup']);
export type PaymentKind = z.infer<typeof PaymentKind>;

/** The states in the life of a payment; see docs/architecture.md for the way through them. */
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

/** States in which nothing more is sent or awaited. `failed` is what the gateway said last: it is asked about now and then. */
export const settledStates = [
  'paid',
  'failed',
  'rejected',
  'conflict',
  'outside',
  'cancelled',
] as const satisfies readonly PaymentState[];

/** How many payments are in one of these states. */
export function countIn(
  byState: Partial<Record<PaymentState, number>>,
  states: readonly PaymentState[],
): number {
  return states.reduce((sum, state) => sum + (byState[state] ?? 0), 0);
}

/**
 * What a person may decide about a payment. `unknown` for a day: repeat the request under the same order ID, or record that the
 * gateway did not accept it. `outside`: adopt the payment that was made outside this history, or pay the row again.
 */
export const PersonDecision = z.enum(['sendAgain', 'notAccepted', 'adopt', 'payAgain']);
export type PersonDecision = z.infer<typeof PersonDecision>;
