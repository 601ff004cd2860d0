import { runningTotals, type ReportedMoney } from '../../../../contract/money/money.ts';
import type { CoreContext } from '../../context.ts';
import type { FlowPlace, StoredProfile } from '../../ports/index.ts';
import { storedBalances } from '../balances.ts';
import { catchUpFlows } from '../flows/read-flows.ts';
import { groupPayments, type PositionPayments } from './position.ts';

type Reader = Pick<CoreContext, 'store' | 'clock'>;

/** Payments looked at in one piece that blocks the process for a few milliseconds. */
const lookedAtOnce = 500;

type Since = { readonly payments: PositionPayments[]; readonly fees: ReportedMoney[] };

/** See `sentSince`, by the balances that are stored; null where the signal aborted. */
export async function sentSinceBalance(
  context: Reader,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<Since | null> {
  if (!(await catchUpFlows(context, signal))) return null;
  const { asOf, readAt } = storedBalances(context.store, profile);
  return asOf === null ? { payments: [], fees: [] } : sentSince(context, profile, { asOf, readAt }, signal);
}

/** Payments that were first sent since the balance of their currency was read and that the gateway accepted, so that they are not in it, and their fees. */
async function sentSince(
  context: Reader,
  profile: StoredProfile,
  { asOf, readAt }: { readonly asOf: number; readonly readAt: ReadonlyMap<string, number> },
  signal: AbortSignal,
): Promise<Since | null> {
  const fees = runningTotals();
  let payments: PositionPayments[] = [];
  const oldest = Math.min(asOf, ...readAt.values());
  let next: FlowPlace | null = { at: oldest, paymentId: Number.MAX_SAFE_INTEGER };
  while (next !== null) {
    const page: ReturnType<Reader['store']['paymentsSentAfter']> = context.store.paymentsSentAfter(
      profile.keyId,
      next,
      lookedAtOnce,
    );
    next = page.next;
    const sent = page.payments.filter(
      ({ firstSentAt, currencyCode }) =>
        firstSentAt !== null && firstSentAt > (readAt.get(currencyCode) ?? asOf),
    );
    for (const { state, fee, kind } of sent)
      if (state === 'paid' && fee !== null && kind !== 'payin') fees.add(fee);
    payments = groupPayments([
      ...payments,
      ...sent.map((payment) => ({
        ...payment,
        count: 1,
        isSinceBalance: true,
        isPerhapsInBalance: false,
        batch: null,
      })),
    ]);
    await context.clock.turn();
    if (signal.aborted) return null;
  }
  return { payments, fees: fees.list().map(({ currencyCode, amount }) => ({ currencyCode, amount })) };
}
