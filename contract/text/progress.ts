import { countIn, settledStates, type PaymentState } from '../payments/payment-states.ts';
import { counted, countText, sizeText } from './numbers.ts';
import { statesText } from './states.ts';

type ByState = Partial<Record<PaymentState, number>>;

/** States in which the gateway is known to have accepted the payout. */
const acceptedStates = ['accepted', 'paid', 'failed'] as const satisfies readonly PaymentState[];
/** States after a request in which the gateway is not known to have accepted the payout. */
const otherStates = ['unknown', 'rejected', 'conflict', 'outside', 'cancelled'] as const;

/** The progress of payouts by their known states: `15 of 60 accepted, 15 unknown, 4 done`. */
export function progressText(byState: ByState, rows: number): string {
  const others = statesText(byState, otherStates);
  return [
    `${countText(countIn(byState, acceptedStates))} of ${countText(rows)} accepted`,
    ...(others === '' ? [] : [others]),
    `${countText(countIn(byState, settledStates))} done`,
  ].join(', ');
}

/** The progress of an operation as a line: `id` is that of its progress events; null for an operation that needs no line. */
export function operationProgressText(id: string, done: number, total: number | null): string | null {
  const of = total === null ? '' : ` of ${countText(total)}`;
  switch (id) {
    case 'audit':
      return `Verified ${countText(done)}${of} records`;
    case 'backup':
      return total === null ? null : `Copied ${sizeText(done)} of ${sizeText(total)}`;
    case 'books':
      return `Wrote ${counted(done, 'payment')}`;
    case 'doctor':
      return `Compared ${counted(done, 'record')}`;
    case 'evidence':
      return `Read ${counted(done, 'payout')}`;
    case 'export':
      return `Wrote ${countText(done)}${of} rows`;
    case 'import':
    case 'sheet':
      return `Read ${countText(done)}${of} rows`;
    case 'keys':
      return `Prepared ${counted(done, 'payout')} of an older version for comparison, once after the update`;
    case 'rebuild':
      return `Rebuilt the history of ${counted(done, 'payment')}`;
    case 'statement':
      return `Wrote ${countText(done)}${of} movements`;
    case 'verifyEvidence':
      return `Verified ${countText(done)}${of} files`;
    default:
      return null;
  }
}
