import type { PayoutOrder } from '../../contract/history.ts';
import type { EventRecord, PaymentState, PayoutDetail } from '../../contract/payment.ts';

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
      return `The gateway finished this payout without paying it${payout.gatewayStatus === null ? '' : `, with the status ${payout.gatewayStatus}`}. It can be repaired and sent again under a new order ID.`;
    case 'rejected':
      return 'The gateway refused this payout; it was not paid. It can be repaired and sent again under a new order ID.';
    case 'conflict':
      return 'The gateway holds other money under this order ID. Bursar does nothing more with it: ask the gateway before anything else is paid for this row.';
    case 'cancelled':
      return 'Cancelled before it was sent. Nothing was paid.';
  }
}

const fixedCauses: Readonly<Record<string, string>> = {
  imported: 'Read from a file',
  released: 'A person released the batch',
  'released, duplicates are meant': 'A person released the batch and said that its duplicates are meant',
  'a person decided': 'A person decided',
  'a person cancelled': 'A person cancelled it',
  'the sandbox began anew': 'The sandbox on this computer began anew and forgot its payouts',
  restart: 'Bursar was closed before the answer came',
  'restored from a backup': 'A backup was restored, so what happened since it was made is not known',
  asked: 'Bursar asked the gateway',
  gatewayUnreachable: 'The gateway could not be reached',
  gatewayNoAnswer: 'The gateway did not answer in time',
  gatewayAnswerUnreadable: 'The answer of the gateway could not be read',
  gatewayUnauthenticated: 'The gateway did not let this merchant in',
  stopped: 'Sending was stopped before the answer came',
};

/** Why a state changed, in words; a cause that is not known here is given as it is. */
export function causeWords({ cause }: Pick<EventRecord, 'cause'>): string {
  const fixed = Object.hasOwn(fixedCauses, cause) ? fixedCauses[cause] : undefined;
  if (fixed !== undefined) return fixed;
  const attempt = /^attempt (\d+)$/.exec(cause)?.[1];
  if (attempt !== undefined)
    return attempt === '1'
      ? 'Written down, then sent to the gateway'
      : `Sent again, the same bytes (attempt ${attempt})`;
  const status = /^answer (\d{3})$/.exec(cause)?.[1];
  return status === undefined ? cause : `The gateway answered ${status}${statusWords(status)}`;
}

function statusWords(status: string): string {
  if (status === '409') return ': it has this order ID already';
  if (status === '410') return ': it does not know this order ID';
  return '';
}

/** Whether the detail of an event is for a person to read, and not a hash. */
export function isReadableDetail(detail: string | null): detail is string {
  return detail !== null && detail !== '' && !/^[0-9a-f]{64}$/.test(detail);
}

/** States after which a payout may be repaired and sent again as a new row. */
export function isRepairable(state: PaymentState): boolean {
  return state === 'failed' || state === 'rejected';
}

const endings: ReadonlySet<PaymentState> = new Set(['paid', 'failed', 'rejected', 'conflict', 'cancelled']);

/** Whether nothing more happens to a payout by itself. */
export function isEnded(state: PaymentState): boolean {
  return endings.has(state);
}

/** Whether the gateway can be asked about a payout: only what was sent may be known there. */
export function wasSent({ attempts }: Pick<PayoutDetail, 'attempts'>): boolean {
  return attempts.length > 0;
}
