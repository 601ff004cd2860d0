import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { decimalOf, formatDecimal } from '../../../contract/money/decimal.ts';
import { runningTotals, type ReportedMoney } from '../../../contract/money/money.ts';
import type { StoreContext } from '../context/context.ts';
import { catchUpHistory } from '../context/turns.ts';
import type { ConfirmedSchedule, StoredProfile } from '../ports/index.ts';

/** How many of the newest paid payouts of a method and currency are used to learn fees. */
const learnedFrom = 200;

/** A paid payout: its amount, and the fee that the gateway took, in any currency. */
export type PaidFee = { readonly amount: string; readonly fee: ReportedMoney };

/** Payouts of one method and currency: their number and total. */
export type PayoutGroup = ConfirmedSchedule['payouts'][number];

export type EstimatedFees = {
  /** Per currency of the fees, rounded up to its minor units. */
  readonly fees: ReportedMoney[];
  /** By currency, payouts by methods of which no fee was found: nothing is estimated for them. */
  readonly unknown: ReadonlyMap<string, number>;
};

/** A fee per payout and per amount: `(perPayout * count + perUnit * amount) / divisor`, in units of the last decimal. */
type FeeModel = {
  readonly currencyCode: string;
  readonly perPayout: bigint;
  readonly perUnit: bigint;
  readonly divisor: bigint;
  readonly amountScale: number;
  readonly feeScale: number;
};

/** How many pieces of the index of the history are awaited before fees are learned from what is indexed. */
const patience = 60;

/** The estimated fees of a profile's payouts, from the newest payouts that it paid by the same methods and currencies. */
export async function estimateFees(
  context: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  groups: readonly PayoutGroup[],
  signal: AbortSignal,
): Promise<EstimatedFees> {
  const sums = runningTotals();
  const unknown = new Map<string, number>();
  if (groups.length > 0) await catchUpHistory(context, signal, patience);
  for (const group of groups) {
    const estimate = learnFees(context.store.paidFees(keyId, group, learnedFrom));
    if (estimate === null)
      unknown.set(group.currencyCode, (unknown.get(group.currencyCode) ?? 0) + group.count);
    else for (const fee of estimate(group)) sums.add(fee);
  }
  return {
    fees: sums.list().map(({ currencyCode, amount }) => ({ currencyCode, amount })),
    unknown,
  };
}

/** The fees that payouts will cost, in each currency. */
type FeeEstimate = (payouts: Pick<PayoutGroup, 'amount' | 'count'>) => ReportedMoney[];

/** How fees of one method and currency depend on amount and count, from paid payouts; null if none of them has a fee. */
export function learnFees(paid: readonly PaidFee[]): FeeEstimate | null {
  const models = learn(paid);
  if (models.length === 0) return null;
  return ({ amount, count }) =>
    models.map((model) => ({
      currencyCode: model.currencyCode,
      amount: feeBy(model, decimalOf(amount), count),
    }));
}

/** One model per fee currency; a payout with its fee in another currency counts with zero. */
function learn(paid: readonly PaidFee[]): FeeModel[] {
  const currencyCodes = new Set(paid.map(({ fee }) => fee.currencyCode));
  const amounts = paid.map(({ amount }) => decimalOf(amount));
  const amountScale = Math.max(0, ...amounts.map(({ scale }) => scale));
  const sums = amounts.map(({ digits, scale }) => digits * tenTo(amountScale - scale));
  return Array.from(currencyCodes, (currencyCode) => {
    const fees = paid.map(({ fee }) => decimalOf(fee.currencyCode === currencyCode ? fee.amount : '0'));
    const feeScale = Math.max(0, ...fees.map(({ scale }) => scale));
    const line = lineThrough(
      sums,
      fees.map(({ digits, scale }) => digits * tenTo(feeScale - scale)),
    );
    return { currencyCode, amountScale, feeScale, ...line };
  });
}

/**
 * A least-squares line through amounts and fees. If it would give small payouts a negative fee, or if all amounts are
 * equal, fees are taken as proportional to the amount; if they would fall with the amount, as constant per payout.
 */
function lineThrough(
  amounts: readonly bigint[],
  fees: readonly bigint[],
): Pick<FeeModel, 'perPayout' | 'perUnit' | 'divisor'> {
  const count = BigInt(amounts.length);
  let [amount, fee, squares, products] = [0n, 0n, 0n, 0n];
  for (const [index, one] of amounts.entries()) {
    const ofOne = fees[index] ?? 0n;
    amount += one;
    fee += ofOne;
    squares += one * one;
    products += one * ofOne;
  }
  const divisor = count * squares - amount * amount;
  const perUnit = count * products - amount * fee;
  const perPayout = fee * squares - amount * products;
  if (divisor === 0n || perPayout < 0n) return { perPayout: 0n, perUnit: fee, divisor: amount };
  if (perUnit < 0n) return { perPayout: fee, perUnit: 0n, divisor: count };
  return { perPayout, perUnit, divisor };
}

function feeBy(
  { currencyCode, perPayout, perUnit, divisor, amountScale, feeScale }: FeeModel,
  amount: { readonly digits: bigint; readonly scale: number },
  count: number,
): string {
  const scale = minorUnitsOf(currencyCode) ?? feeScale;
  const top =
    (BigInt(count) * perPayout * tenTo(amount.scale) + amount.digits * perUnit * tenTo(amountScale)) *
    tenTo(scale);
  const bottom = divisor * tenTo(amount.scale) * tenTo(feeScale);
  if (top <= 0n || bottom <= 0n) return formatDecimal({ digits: 0n, scale });
  return formatDecimal({ digits: (top + bottom - 1n) / bottom, scale });
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
