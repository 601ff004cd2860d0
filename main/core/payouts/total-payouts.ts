import type { EmittingContext } from '../context/context.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { PayoutFilter, PayoutTotal } from '../../../contract/payments/history.ts';
import type { Environment } from '../../../contract/profile.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import type { HistoryFilter } from '../ports/index.ts';
import { sumsByEnvironment, type MoneySums } from '../../../contract/money/money-sums.ts';
import { catchUpFlows } from '../treasury/flows/read-flows.ts';
import { brokenOff } from './list-payouts.ts';
import { placesOf, toHistoryFilter } from './read-payout.ts';

const placesAtOnce = 2000;
/** Payments whose amounts one piece reads: takes a few milliseconds. */
const readAtOnce = 500;
/** The states that flows do not cover. */
const still: ReadonlySet<PaymentState> = new Set(['draft', 'cancelled']);
/** How many pieces of the flows are awaited before each payout is read instead. */
const patience = 50;

/**
 * The exact totals of the filtered payouts, per environment and currency (operation `payouts.totals`). If flows cover every condition
 * of the filter, the totals come from them; otherwise each payout is read.
 */
export async function totalPayouts(
  context: EmittingContext,
  { filter, most }: ParsedInput<'payouts.totals'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payouts.totals'>>> {
  const sums: Sums = { found: 0, ...sumsByEnvironment() };
  const asked = toHistoryFilter(context, filter);
  const areFlows = asked !== null && (await addFlows(context, asked, sums, signal));
  const left = areFlows ? asked.states.filter((state) => still.has(state)) : (asked?.states ?? []);
  if (asked !== null && (!areFlows || left.length > 0))
    await addPayouts(context, { ...filter, states: [...left] }, { sums, most, signal });
  if (signal.aborted) return brokenOff();
  return succeed({ totals: sums.found > most ? null : sums.list().flatMap(listed) });
}

type Sums = { found: number } & ReturnType<typeof sumsByEnvironment>;

/** Adds the totals of flows; false if they do not cover the filter. */
async function addFlows(
  context: EmittingContext,
  asked: HistoryFilter,
  sums: Sums,
  signal: AbortSignal,
): Promise<boolean> {
  const walk = context.store.walkFlows(asked);
  if (walk === null || !(await catchUpFlows(context, signal, patience))) return false;
  for (let step = walk.next(); step.done !== true && !signal.aborted; step = walk.next()) {
    for (const { environment, count, amount, currencyCode, fees } of step.value) {
      sums.found += count;
      sums.of(environment).amounts.add({ amount, currencyCode }, count);
      for (const fee of fees) sums.of(environment).fees.add(fee);
    }
    await context.clock.turn();
  }
  return true;
}

/** Adds payouts one by one, until there are more than `most`. */
async function addPayouts(
  context: EmittingContext,
  filter: PayoutFilter,
  { sums, most, signal }: { readonly sums: Sums; readonly most: number; readonly signal: AbortSignal },
): Promise<void> {
  const states = new Set(filter.states);
  const reading = { filter, order: 'newest', after: null, expected: placesAtOnce, signal } as const;
  for await (const places of placesOf(context, reading)) {
    sums.found += places.length;
    if (sums.found > most) return;
    for (let start = 0; start < places.length && !signal.aborted; start += readAtOnce) {
      const paymentIds = places.slice(start, start + readAtOnce).map(({ paymentId }) => paymentId);
      for (const { environment, amount, currencyCode, state, fee } of context.store.moneyOf(paymentIds)) {
        // The index may have an older state of it.
        if (states.size > 0 && !states.has(state)) continue;
        sums.of(environment).amounts.add({ amount, currencyCode });
        if (fee !== null) sums.of(environment).fees.add(fee);
      }
      if (start + readAtOnce < places.length) await context.clock.turn();
    }
  }
}

function listed([environment, { amounts, fees }]: readonly [Environment, MoneySums]): PayoutTotal[] {
  const sums = new Map(amounts.list().map((sum) => [sum.currencyCode, sum]));
  const feeSums = new Map(fees.list().map((sum) => [sum.currencyCode, sum]));
  const currencyCodes = [...new Set([...sums.keys(), ...feeSums.keys()])].toSorted();
  return currencyCodes.map((currencyCode) => ({
    environment,
    currencyCode,
    payouts: sums.get(currencyCode)?.count ?? 0,
    amount: sums.get(currencyCode)?.amount ?? '0',
    fees: feeSums.get(currencyCode)?.amount ?? null,
  }));
}
