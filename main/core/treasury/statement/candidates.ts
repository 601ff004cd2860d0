import { addAmounts, compareAmounts, negateAmount } from '../../../../contract/money/amount.ts';
import type { Money } from '../../../../contract/money/money.ts';
import type { Candidate, CandidateReason } from '../../../../contract/treasury/statement.ts';
import { isoTime } from '../../payments/convert.ts';
import { movedMoney } from './movements.ts';
import type { FlowPayment } from '../../ports/index.ts';

/** The most candidates named for one difference. */
const named = 20;

/** The balance may or may not include a payment that ended this close to its reading. */
export const nearMs = 2 * 60 * 1000;

/**
 * The currency of the difference; when the balance that shows it was read, and the previous one; and by payment ID, which paid payments the
 * gateway no longer confirms as paid, and what it holds in that currency for those in conflict.
 */
type Known = {
  readonly currencyCode: string;
  readonly since: number;
  readonly readAt: number;
  readonly noLongerPaid: ReadonlySet<number>;
  readonly held: ReadonlyMap<number, Money>;
};

/**
 * Payments that may explain a difference, those of exactly its amount first: with an unknown outcome, held by the gateway with another amount or currency,
 * known to the gateway but not sent by Bursar, in process, failed, no longer confirmed as paid, or ended while one of the two balances was read. One from
 * before the earlier balance only if the amount is the same.
 */
export function candidatesFor(
  difference: string,
  payments: readonly FlowPayment[],
  known: Known,
): Candidate[] {
  return payments
    .flatMap((payment) => {
      const reason = reasonOf(payment, known);
      if (reason === null) return [];
      const candidate = toCandidate(asHeld(payment, known), reason, difference, known.currencyCode);
      return payment.at < known.since - nearMs && !candidate.isSameAmount ? [] : [candidate];
    })
    .toSorted((left, right) => Number(right.isSameAmount) - Number(left.isSameAmount))
    .slice(0, named);
}

function reasonOf(
  { state, at, paymentId }: FlowPayment,
  { since, readAt, noLongerPaid }: Known,
): CandidateReason | null {
  const isNear = (moment: number): boolean => Math.abs(moment - at) <= nearMs;
  switch (state) {
    case 'unknown':
    case 'sending':
      return 'unknownEnd';
    case 'conflict':
      return 'otherMoney';
    case 'outside':
      return 'notInHistory';
    case 'accepted':
      return 'inProcess';
    case 'failed':
      return 'failed';
    case 'paid':
      if (noLongerPaid.has(paymentId)) return 'noLongerPaid';
      return isNear(readAt) ? 'nearReading' : isNear(since) ? 'nearEarlierReading' : null;
    default:
      return null;
  }
}

const asHeld = (payment: FlowPayment, { held }: Known): FlowPayment => ({
  ...payment,
  ...held.get(payment.paymentId),
});

/** Its amount is what it moves in the currency of the difference: of a payment in another one, the fee. */
function toCandidate(
  payment: FlowPayment,
  reason: CandidateReason,
  difference: string,
  currencyCode: string,
): Candidate {
  const { kind, idPayment, batchId, state, at } = payment;
  const { amount, fee } = movedMoney(payment, currencyCode);
  return {
    kind,
    id: idPayment,
    batchId,
    state,
    amount: payment.currencyCode === currencyCode ? amount : fee,
    at: isoTime(at),
    reason,
    isSameAmount: mayBe(difference, amount, fee),
  };
}

/** Whether this amount, with or without its fee, or its fee alone, is the difference in either direction. */
function mayBe(difference: string, amount: string, fee: string): boolean {
  const sums = [amount, addAmounts(amount, fee), fee];
  return sums.some((sum) => [sum, negateAmount(sum)].some((each) => compareAmounts(each, difference) === 0));
}
