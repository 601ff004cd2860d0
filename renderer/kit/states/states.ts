import type { BatchState } from '../../../contract/batches/batch.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';

/** The five tones in which a state is told; nothing else in the page has colour. */
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

/** From what is done to what needs a person: the order in which a bar of states is drawn. */
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

/** Those that a payout may have: one is never only awaited. */
export const payoutStates: readonly PaymentState[] = statesInOrder.filter((state) => state !== 'awaited');
