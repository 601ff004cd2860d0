import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { decimalOf, formatDecimal } from '../../../contract/money/decimal.ts';
import { runningTotals, type ReportedMoney } from '../../../contract/money/money.ts';
import type { CoreContext } from '../context.ts';
import type { StoredProfile } from '../ports/index.ts';

/** The newest paid payouts of a method and currency that fees are learned from. */
const learnedFrom = 200;

/** A payout that was paid: its amount, and the fee that the gateway took, in whatever currency. */
export type PaidFee = { readonly amount: string; readonly fee: ReportedMoney };

/** Payouts of one method and currency: how many, and what they come to. */
export type PayoutGroup = {
  readonly paymentMethodCode: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly count: number;
};

export type EstimatedFees = {
  /** Per currency of the fees, rounded up to its minor units. */
  readonly fees: ReportedMoney[];
  /** By currency, payouts of methods by which no paid payout has a fee: nothing is estimated for them. */
  readonly unknown: ReadonlyMap<string, number>;
};

/** A fee by payout and by unit of money: `(perPayout * count + perUnit * amount) / divisor`, in units of the last decimal. */
type FeeModel = {
  readonly currencyCode: string;
  readonly perPayout: bigint;
  readonly perUnit: bigint;
  readonly divisor: bigint;
  readonly amountScale: number;
  readonly feeScale: number;
};

/** The estimated fees of payouts of a profile, from the newest payouts that it paid by the same methods and currencies. */
export function estimateFees(
  { store }: Pick<CoreContext, 'store'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  groups: readonly PayoutGroup[],
): EstimatedFees {
  const sums = runningTotals();
  const unknown = new Map<string, number>();
  for (const group of groups) {
    const estimate = learnFees(store.paidFees(keyId, group, learnedFrom));
    if (estimate === null)
      unknown.set(group.currencyCode, (unknown.get(group.currencyCode) ?? 0) + group.count);
    else for (const fee of estimate(group)) sums.add(fee);
  }
  return {
    fees: sums.list().map(({ currencyCode, amount }) => ({ currencyCode, amount })),
    unknown,
  };
}

/** What payouts will cost in fees, in whatever currencies. */
type FeeEstimate = (payouts: Pick<PayoutGroup, 'amount' | 'count'>) => ReportedMoney[];

/** How fees of one method and currency follow from amount and count, going by payouts that were paid; null where none of them tells. */
export function learnFees(paid: readonly PaidFee[]): FeeEstimate | null {
  const models = learn(paid);
  if (models.length === 0) return null;
  return ({ amount, count }) =>
    models.map((model) => ({
      currencyCode: model.currencyCode,
      amount: feeBy(model, decimalOf(amount), count),
    }));
}

/** One model for each currency in which fees were taken; a payout with its fee in another one counts with zero. */
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
 * The line of least squares through amounts and fees. Where it would make small payouts cost less than nothing, or where all amounts are
 * one, fees are taken to grow with the amount alone; where they would fall with the amount, to be the same for each payout.
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
