import { runningTotals, type ReportedMoney } from '../../../../contract/money/money.ts';
import type { StoreContext } from '../../context/context.ts';
import type { FlowPayment, StoredProfile } from '../../ports/index.ts';
import { balanceAges, type BalanceAges } from '../balances.ts';
import { heldMoney } from '../held-money.ts';
import { catchUpFlows } from '../flows/read-flows.ts';
import { groupPayments, takenStates, type PositionPayments } from './position.ts';
import { pagesFrom } from '../../payments/pages.ts';

/** Events read per piece; a piece blocks the process for a few milliseconds. */
const lookedAtOnce = 500;

type Since = {
  /** Accepted, paid or in conflict, and not certainly in the balance. */
  readonly payments: readonly PositionPayments[];
  /** Fees of those that are paid, by what they are fees of. */
  readonly fees: Readonly<Record<'payout' | 'topup', readonly ReportedMoney[]>>;
  /** Those of which the gateway has reported no fee yet: payouts that are accepted or in conflict, and payouts and top-ups that were paid without one. */
  readonly withoutFee: readonly PositionPayments[];
  /** Payouts in progress that were first sent after the balance was answered, so they are certainly not in it. */
  readonly unsettled: readonly PositionPayments[];
};

/** See `sentSince`, with the stored balances; null if the signal aborted. */
export async function sentSinceBalance(
  context: StoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<Since | null> {
  if (!(await catchUpFlows(context, signal))) return null;
  const ages = balanceAges(context.store, profile);
  return ages === null
    ? { payments: [], fees: { payout: [], topup: [] }, withoutFee: [], unsettled: [] }
    : sentSince(context, profile, ages, signal);
}

/**
 * What the balances may not include. A payout is certainly in a balance only if it was known as accepted before the balance was
 * requested; any other counts as not in it, and as possibly in it if it was first sent before the answer came. One in conflict counts with what
 * the gateway holds for it. A payin or top-up counts only if it was first sent after the answer, so that it is certainly not in it.
 */
async function sentSince(
  context: StoreContext,
  profile: StoredProfile,
  ages: BalanceAges,
  signal: AbortSignal,
): Promise<Since | null> {
  const fees = { payout: runningTotals(), topup: runningTotals() };
  let payments: PositionPayments[] = [];
  let withoutFee: PositionPayments[] = [];
  let unsettled: PositionPayments[] = [];
  for (const since of ages.lastEvents) {
    const pages = pagesFrom(context.clock, since, (after: number) =>
      context.store.paymentsMovedSince(profile.keyId, { since, after }, lookedAtOnce),
    );
    for await (const page of pages) {
      const held = heldMoney(context.store, page.payments);
      const sent = page.payments
        .map((payment) => ({ ...payment, ...held.get(payment.paymentId) }))
        .filter(({ currencyCode }) => ages.of(currencyCode).lastEvent === since)
        .map((payment) => ({ ...payment, ...standingTo(payment, ages), count: 1, batch: null }));
      const counted = sent.filter(
        ({ kind, state, isPerhapsInBalance }) =>
          takenStates[kind].has(state) && (kind === 'payout' || !isPerhapsInBalance),
      );
      for (const { state, fee, kind } of counted)
        if (state === 'paid' && fee !== null && kind !== 'payin') fees[kind].add(fee);
      payments = groupPayments([...payments, ...counted]);
      withoutFee = groupPayments([
        ...withoutFee,
        ...counted.filter(
          ({ kind, state, fee }) =>
            (kind === 'payout' && state !== 'paid') || (kind !== 'payin' && state === 'paid' && fee === null),
        ),
      ]);
      unsettled = groupPayments([
        ...unsettled,
        ...sent
          .filter(
            ({ kind, state, isPerhapsInBalance }) =>
              kind === 'payout' && (state === 'sending' || state === 'unknown') && !isPerhapsInBalance,
          )
          .map((payment) => ({ ...payment, isSinceBalance: false })),
      ]);
      if (signal.aborted) return null;
    }
  }
  return {
    payments,
    fees: { payout: fees.payout.list(), topup: fees.topup.list() },
    withoutFee,
    unsettled,
  };
}

function standingTo(
  { firstSentAt, currencyCode }: FlowPayment,
  ages: BalanceAges,
): Pick<PositionPayments, 'isSinceBalance' | 'isPerhapsInBalance'> {
  const isSurelyNotIn = firstSentAt !== null && firstSentAt > ages.of(currencyCode).answeredAt;
  return { isSinceBalance: true, isPerhapsInBalance: !isSurelyNotIn };
}
