import { runningTotals } from '../../../contract/money/money.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { brokenOff } from './list-payouts.ts';
import { placesOf, toHistoryFilter, type HistoryContext } from './read-payout.ts';

const placesAtOnce = 2000;
/** Payments whose money one piece reads: a few milliseconds. */
const readAtOnce = 500;

/** What the payouts that a filter finds come to, exactly, per currency (operation `payouts.totals`). */
export async function totalPayouts(
  context: HistoryContext,
  { filter, most }: ParsedInput<'payouts.totals'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payouts.totals'>>> {
  const amounts = runningTotals();
  const fees = runningTotals();
  const meant = new Set(toHistoryFilter(context, filter)?.states);
  let found = 0;
  const reading = { filter, order: 'newest', after: null, expected: placesAtOnce, signal } as const;
  for await (const places of placesOf(context, reading)) {
    found += places.length;
    if (found > most) return succeed({ totals: null });
    for (let start = 0; start < places.length && !signal.aborted; start += readAtOnce) {
      const paymentIds = places.slice(start, start + readAtOnce).map(({ paymentId }) => paymentId);
      for (const { amount, currencyCode, state, fee } of context.store.moneyOf(paymentIds)) {
        // The index may know an older state of it.
        if (meant.size > 0 && !meant.has(state)) continue;
        amounts.add({ amount, currencyCode });
        if (fee !== null) fees.add(fee);
      }
      if (start + readAtOnce < places.length) await context.clock.turn();
    }
  }
  if (signal.aborted) return brokenOff();
  const sums = new Map(amounts.list().map((sum) => [sum.currencyCode, sum]));
  const feeSums = new Map(fees.list().map((sum) => [sum.currencyCode, sum]));
  const currencyCodes = [...new Set([...sums.keys(), ...feeSums.keys()])].toSorted();
  return succeed({
    totals: currencyCodes.map((currencyCode) => ({
      currencyCode,
      payouts: sums.get(currencyCode)?.count ?? 0,
      amount: sums.get(currencyCode)?.amount ?? '0',
      fees: feeSums.get(currencyCode)?.amount ?? null,
    })),
  });
}
