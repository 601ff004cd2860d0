import { countIn, settledStates, type PaymentState } from '../payments/payment-states.ts';
import { countText } from './numbers.ts';
import { statesText } from './states.ts';

type ByState = Partial<Record<PaymentState, number>>;

/** States in which the gateway is known to have accepted the payout. */
const acceptedStates = ['accepted', 'paid', 'failed'] as const satisfies readonly PaymentState[];
/** States after a request, in which it is not known to have accepted it. */
const otherStates = ['unknown', 'rejected', 'conflict', 'outside', 'cancelled'] as const;

/** How far payouts have come, by what is known: `15 of 60 accepted, 15 unknown, 4 done`. */
export function progressText(byState: ByState, rows: number): string {
  const others = statesText(byState, otherStates);
  return [
    `${countText(countIn(byState, acceptedStates))} of ${countText(rows)} accepted`,
    ...(others === '' ? [] : [others]),
    `${countText(countIn(byState, settledStates))} done`,
  ].join(', ');
}
