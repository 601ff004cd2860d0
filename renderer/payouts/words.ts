import type { PayoutOrder } from '../../contract/history.ts';
import { settledStates, type PaymentState, type PayoutDetail } from '../../contract/payment.ts';

export const orderWords: Record<PayoutOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  amountDown: 'Largest amount first',
  amountUp: 'Smallest amount first',
  name: 'By name',
};

/** The one problem of an unknown payout that Bursar leaves to a person. */
const needsPersonCode = 'olderThanADay';
/** The problem of one that is to be sent again, and whose batch a person holds back. */
const heldBackCode = 'heldBack';

/** Whether a person has to decide what becomes of this payout. */
export function waitsForPerson({ state, problemCode }: Pick<PayoutDetail, 'state' | 'problemCode'>): boolean {
  return state === 'unknown' && problemCode === needsPersonCode;
}

/** What a state means for the money, and what Bursar does about it. */
export function stateMeaning(
  payout: Pick<PayoutDetail, 'state' | 'problemCode' | 'gatewayStatus' | 'attempts'>,
): string {
  switch (payout.state) {
    case 'draft':
      return 'Prepared and not released. Nothing was sent.';
    case 'awaited':
      return 'Nobody has begun to pay it yet. Bursar only asks about it; nothing is sent.';
    case 'queued':
      return wasSent(payout)
        ? 'Waiting to be sent again: the very same request, under the same order ID.'
        : 'Released and waiting for its turn. Nothing was sent yet.';
    case 'sending':
      return 'On its way to the gateway. Bursar waits for the answer.';
    case 'unknown':
      if (waitsForPerson(payout))
        return 'It is not known whether the gateway took this payout, and it has been so for more than a day. A person has to decide.';
      if (payout.problemCode === heldBackCode)
        return 'It waits until its batch is resumed; nothing is sent before.';
      return 'The gateway did not answer. Bursar keeps asking; nothing was sent twice.';
    case 'accepted':
      return 'The gateway took this payout and is processing it. Bursar asks until it is finished.';
    case 'paid':
      return 'The gateway says that the money was paid out. Nothing more is to be done.';
    case 'failed':
      return `The gateway reports ${payout.gatewayStatus ?? 'no status'} and has finished processing this payout. Bursar keeps checking in case that changes, and asks once more before a retry is sent.`;
    case 'rejected':
      return 'The gateway rejected this payout. It can be corrected and retried under a new order ID.';
    case 'conflict':
      return 'The gateway holds other money under this order ID. Bursar does nothing more with it: ask the gateway before anything else is paid for this row.';
    case 'outside':
      return 'The gateway had this order ID before Bursar sent it from here, so this payout was made outside this history. Adopt that payment, or pay the row again.';
    case 'cancelled':
      return 'Cancelled before it was sent. Nothing was paid.';
  }
}

/** States after which a payout may be repaired and sent again as a new row. */
export function isRepairable(state: PaymentState): boolean {
  return state === 'failed' || state === 'rejected';
}

const endings: ReadonlySet<PaymentState> = new Set(settledStates);

/** Whether nothing more happens to a payout by itself. */
export function isEnded(state: PaymentState): boolean {
  return endings.has(state);
}

/** Whether the gateway can be asked about a payout: only what was sent may be known there. */
export function wasSent({ attempts }: Pick<PayoutDetail, 'attempts'>): boolean {
  return attempts.length > 0;
}
