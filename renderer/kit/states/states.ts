import type { BatchState } from '../../../contract/batches/batch.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';

/** The five tones of states; nothing else in the page has colour. */
export type Tone = 'good' | 'moving' | 'still' | 'doubt' | 'bad';

const toneByState: Record<PaymentState | BatchState, Tone> = {
  paid: 'good',
  accepted: 'moving',
  sending: 'moving',
  queued: 'still',
  awaited: 'still',
  draft: 'still',
  cancelled: 'still',
  unknown: 'doubt',
  failed: 'bad',
  rejected: 'bad',
  conflict: 'bad',
  outside: 'doubt',
  importing: 'still',
  releasing: 'moving',
  released: 'moving',
};

export function toneOf(state: PaymentState | BatchState): Tone {
  return toneByState[state];
}

/** From done to needing a person: the order in a bar of states. */
export const statesInOrder: readonly PaymentState[] = [
  'paid',
  'accepted',
  'sending',
  'queued',
  'awaited',
  'draft',
  'unknown',
  'outside',
  'failed',
  'rejected',
  'conflict',
  'cancelled',
];

/** The possible states of a payout, which is never only awaited. */
export const payoutStates: readonly PaymentState[] = statesInOrder.filter((state) => state !== 'awaited');

/** A label behind a dot, for the width of a column: the dot and its gap are as wide as two and a half letters. */
export function dottedText(label: string): string {
  return `●●● ${label}`;
}
