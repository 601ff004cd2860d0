import type { PaymentKind } from '../../../contract/payments/payment.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { valueOf, type Entry } from '../../book/book.ts';

/** What is true of a payment: what the gateway's book holds, and whether it was accepted from this computer, and its records can know that. */
export type Known = {
  readonly entry: Entry | null;
  /** The gateway's present status; null where it holds nothing. */
  readonly status: string | null;
  readonly isSentHere: boolean;
  /** Whether the gateway says when it was created: where it does not, 409 on a first attempt cannot be told from another's payment. */
  readonly isDated: boolean;
  /** Whether the gateway paid it, whatever it calls it now. */
  readonly wasPaid: boolean;
  /** Whether what the gateway holds is the money of the row. */
  readonly isSameMoney: boolean;
  /** Whether a person adopted it although it was sent outside, or had it paid again. */
  readonly isDecided: boolean;
  /** Whether the gateway has ever refused it, or a person took it for not accepted. */
  readonly isRefused: boolean;
  /** Whether it refused the only request that was sent, and is rejected, although a copy by a proxy had taken effect unseen, or did so later. */
  readonly isDenied: boolean;
};

/** States in which a payment is said not to have been sent, or to have been refused. */
const unsent: ReadonlySet<string> = new Set(['draft', 'queued', 'cancelled', 'rejected']);
/** States in which the gateway is said to hold the payment. */
const held: ReadonlySet<string> = new Set(['accepted', 'failed', 'conflict', 'outside']);
/** States in which the gateway has told what it holds. */
const isTold: ReadonlySet<string> = new Set(['paid', 'failed', 'outside']);

/** What is untrue of the state in which a payment is shown; null: nothing. */
export function stateProblem(payment: StoredPayment, known: Known): string | null {
  const { kind, idPayment, state } = payment;
  const { entry, status, isSentHere, isRefused } = known;
  const isDated = isDatedFor(payment, known);
  if (state === 'rejected' && !isRefused && !known.isDecided)
    return `the truth: ${idPayment} is rejected here, and the gateway never refused it`;
  if (saysUnsent(payment) && entry !== null && !entry.isForeign && isSentHere && !known.isDenied)
    return `the truth: ${idPayment} is ${state} here and accepted by the gateway`;
  if (kind !== 'payout' && state === 'cancelled' && entry !== null)
    return `the truth: ${idPayment} is given up here and known to the gateway`;
  if (held.has(state) && entry === null)
    return `the truth: ${idPayment} is ${state} here and unknown to the gateway`;
  if (isTold.has(state) && !known.isSameMoney)
    return `the truth: ${idPayment} is ${state} here, and the gateway holds other money for it`;
  if (state === 'paid' && status !== 'SUCCESS' && !known.wasPaid)
    return `the truth: ${idPayment} is paid here and ${status ?? 'unknown'} at the gateway`;
  if (state === 'paid' && entry?.isForeign === true && isDated && !known.isDecided)
    return `the truth: ${idPayment} is paid here, but somebody else paid it`;
  return null;
}

/** One that a person queues again, after a request that may have left, is shown as waiting to be repeated. */
function saysUnsent({ state, firstSentAt }: StoredPayment): boolean {
  return unsent.has(state) && (state !== 'queued' || firstSentAt === null);
}

/** What is wrong with the state in which a payment ended; null: nothing. */
export function endProblem(payment: StoredPayment, known: Known): string | null {
  const { kind, state, problem, dueAt } = payment;
  // One that nobody could ask about for a day is left to a person, and the person of a simulation decides about payouts only.
  const isLeft =
    kind !== 'payout' && state === 'unknown' && dueAt === null && problem?.code === 'olderThanADay';
  const expected = expectedEnds(kind, { ...known, isDated: isDatedFor(payment, known) });
  return isLeft || known.isDenied || expected.includes(state)
    ? null
    : `never lost: ${payment.idPayment} ended ${payment.state}; the gateway says ${known.status ?? 'nothing'}`;
}

/** Where no answer had told the gateway's clock, its time of creation says as little as none. */
function isDatedFor({ gatewaySentAt }: StoredPayment, { isDated }: Known): boolean {
  return isDated && gatewaySentAt !== null;
}

function expectedEnds(kind: PaymentKind, known: Known): readonly string[] {
  const { entry, status, isSentHere, isDated } = known;
  // A payin of which nothing came is left to a person, who gives it up or waits.
  if (entry === null) return ['rejected', 'cancelled', 'draft', ...(kind === 'payout' ? [] : ['unknown'])];
  const end = status === 'SUCCESS' ? 'paid' : 'failed';
  // Where its first request had no answer, nothing tells an undated payment from ours.
  if (entry.isForeign && known.isDecided) return ['outside', 'conflict', 'rejected', end];
  if (entry.isForeign) return ['outside', 'conflict', 'cancelled', 'draft', ...(isDated ? [] : [end])];
  // A payment that was paid stays paid here, whatever the gateway calls it afterwards.
  const ends = known.wasPaid ? [end, 'paid'] : [end];
  if (isSentHere) return [...ends, ...(isDated ? [] : ['outside'])];
  return kind === 'payout' ? [...ends, 'outside', 'cancelled', 'draft', 'rejected'] : [...ends, 'outside'];
}

/** Whether the gateway holds the money of a row for it. */
export function isSameMoney(
  entry: Entry,
  { amount, currencyCode }: Pick<StoredPayment, 'amount' | 'currencyCode'>,
): boolean {
  return valueOf(entry.amount.literal) === valueOf(amount) && entry.currencyCode === currencyCode;
}
