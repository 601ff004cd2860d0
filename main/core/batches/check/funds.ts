import {
  addDecimals,
  formatDecimal,
  decimalOf,
  negated,
  parseDecimal,
  type Decimal,
} from '../../../../contract/money/decimal.ts';
import { runningTotals, type CurrencyTotal, type ReportedMoney } from '../../../../contract/money/money.ts';
import type { Balance, CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context/context.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { availableOf } from '../../../../contract/treasury/available.ts';
import { floorFor } from '../../treasury/floors.ts';
import { committedBy } from '../../treasury/committed.ts';
import { sentSinceBalance } from '../../treasury/position/sent-since.ts';
import { estimateFees, type EstimatedFees, type PayoutGroup } from '../../treasury/estimated-fees.ts';

/** What a batch needs, and what is committed before it. */
type Demand = {
  readonly totals: readonly CurrencyTotal[];
  readonly fees: EstimatedFees;
  /** Committed amounts of other batches, with their estimated fees. */
  readonly committed: readonly ReportedMoney[];
  /** By currency, payouts of other batches without an estimate of their fees. */
  readonly committedUnknown: EstimatedFees['unknown'];
};

/**
 * What these payouts of a profile need with their fees, and what others need: released and not sent yet, scheduled, or possibly not yet
 * deducted from the balance that was read. `batchId` is their own batch.
 */
export async function demandOf(
  context: CoreContext,
  profile: StoredProfile,
  totals: readonly CurrencyTotal[],
  groups: readonly PayoutGroup[],
  { batchId, signal }: { readonly batchId: string | null; readonly signal: AbortSignal },
): Promise<Demand> {
  const since = await sentSinceBalance(context, profile, signal);
  const sent = since?.payments.filter(({ kind }) => kind === 'payout') ?? [];
  const committed = await committedBy(context, profile, batchId);
  const withoutFee = [...committed, ...(since?.withoutFee ?? [])];
  const committedFees = await estimateFees(context, profile, withoutFee, signal);
  return {
    totals,
    fees: await estimateFees(context, profile, groups, signal),
    committed: [...committed, ...sent, ...(since?.fees.payout ?? []), ...committedFees.fees],
    committedUnknown: committedFees.unknown,
  };
}

/**
 * What each currency has to pay, exactly, against the available balance. `left` is the rest, negative if there is too little; `gap` is
 * the shortfall to the floor of the currency, or to zero, and `0` if nothing is short. Both and `available` are null if no balance of the currency is known. `asOf` is when the
 * balances were read, ISO 8601; null if they never were.
 */
export function fundsOf(
  { totals, fees, committed, committedUnknown }: Demand,
  { asOf, balances }: { readonly asOf: string | null; readonly balances: readonly Balance[] },
  floors: ReadonlyMap<string, string>,
): CheckReport['funds'] {
  const needed = sumsOf(totals);
  const ofFees = sumsOf(fees.fees);
  const ofOthers = sumsOf(committed);
  const currencyCodes = new Set([...needed.keys(), ...ofFees.keys()]);
  return Array.from(currencyCodes, (currencyCode) => {
    const taken = {
      currencyCode,
      needed: needed.get(currencyCode) ?? '0',
      estimatedFees: ofFees.get(currencyCode) ?? null,
      payoutsWithoutEstimate: fees.unknown.get(currencyCode) ?? 0,
      committed: ofOthers.get(currencyCode) ?? '0',
      committedWithoutEstimate: committedUnknown.get(currencyCode) ?? 0,
      floor: floorFor(floors, currencyCode) ?? null,
    };
    const amounts = balances
      .filter((balance) => balance.currencyCode === currencyCode)
      .flatMap((balance) => balance.amounts);
    const available = availableOf({ amounts });
    const there = available === null ? null : parseDecimal(available);
    if (available === null || there === null)
      return { ...taken, available: null, left: null, gap: null, asOf };
    const left = [taken.needed, taken.estimatedFees ?? '0', taken.committed].reduce(less, there);
    const above = less(left, taken.floor ?? '0');
    const gap = above.digits < 0n ? formatDecimal(negated(above)) : '0';
    return { ...taken, available, left: formatDecimal(left), gap, asOf };
  });
}

function less(sum: Decimal, amount: string): Decimal {
  return addDecimals(sum, negated(decimalOf(amount)));
}

function sumsOf(money: readonly ReportedMoney[]): Map<string, string> {
  const sums = runningTotals();
  for (const one of money) sums.add(one);
  return new Map(sums.list().map(({ currencyCode, amount }) => [currencyCode, amount]));
}
