import { z } from 'zod';
import { minorUnitsOf } from './currencies.ts';
import {
  addDecimals,
  compareDecimals,
  decimalOf,
  formatDecimal,
  parseDecimal,
  type Decimal,
} from './decimal.ts';

/** The most digits before and after the point of an amount to be paid. */
export const largestWholeDigits = 18;
export const largestFractionDigits = 18;
export const digitLimitText = `at most ${largestWholeDigits} digits before and ${largestFractionDigits} after the decimal point`;

/** A plain decimal such as `1234.50`, without sign or leading zeros. */
export const PlainAmount = z
  .string()
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/, { abort: true, error: 'an amount is a plain decimal such as 1234.50' })
  .regex(/^\d{1,18}(\.\d{1,18})?$/, { abort: true, error: `an amount has ${digitLimitText}` });

/** An amount to be paid: more than zero. */
export const PayableAmount = PlainAmount.refine((text) => /[1-9]/.test(text), 'an amount is more than zero');

/** An amount as the gateway may report it: a plain decimal, possibly negative. */
export const ReportedAmount = z.string().regex(/^-?\d{1,120}(\.\d{1,120})?$/);

const currencyForm = /^[A-Za-z0-9][A-Za-z0-9._:+/()-]{1,39}$/;

/**
 * A currency code as typed or as in a file, in the form in which it is sent: ISO 4217 codes in capitals, every other one
 * (`USDT_TRC20`, `usdc.e`) unchanged, because it is the gateway's own.
 */
export function currencyCodeOf(text: string): string {
  const written = text.trim();
  // Plain letters only: `ı` in capitals would become `I`.
  const capitals = /^[A-Za-z]{3}$/.test(written) ? written.toUpperCase() : written;
  return minorUnitsOf(capitals) === null ? written : capitals;
}

/** Whether this is a currency code in the form in which it is sent. */
export function isCurrencyCode(text: string): boolean {
  return currencyForm.test(text) && currencyCodeOf(text) === text;
}

/** Fiat codes follow ISO 4217; crypto codes are commonly used ones, in whatever form; new ones appear without notice. */
export const CurrencyCode = z
  .string()
  .refine(isCurrencyCode, 'a currency code is written like EUR or USDT_TRC20');

/** Money of a request (interface: Money). The amount is exact, never a JavaScript number, and valid for its currency. */
export const Money = z
  .object({ amount: PayableAmount, currencyCode: CurrencyCode })
  .superRefine(({ amount, currencyCode }, context) => {
    const minorUnits = minorUnitsOf(currencyCode);
    const surplus = minorUnits === null ? '' : (amount.split('.')[1] ?? '').slice(minorUnits);
    if (/[1-9]/.test(surplus))
      context.addIssue({
        code: 'custom',
        path: ['amount'],
        message: `an amount in ${currencyCode} has ${minorUnits === 0 ? 'no decimals' : `at most ${minorUnits} decimals`}`,
      });
  });
export type Money = z.infer<typeof Money>;

/** Money as the gateway reported it: any sign, any currency code text. */
export const ReportedMoney = z.object({ amount: ReportedAmount, currencyCode: z.string() });
export type ReportedMoney = z.infer<typeof ReportedMoney>;

/** The sum over some payments in one currency. Totals are always per currency. */
export const CurrencyTotal = z.object({
  currencyCode: z.string(),
  amount: z.string(),
  count: z.number().int(),
});
export type CurrencyTotal = z.infer<typeof CurrencyTotal>;

/** Whether two sums are the same: equal by value (`1.5` is `1.50`) in the same currency. */
export function isSameMoney(left: ReportedMoney, right: ReportedMoney): boolean {
  const leftAmount = parseDecimal(left.amount);
  const rightAmount = parseDecimal(right.amount);
  if (leftAmount === null || rightAmount === null) return false;
  return left.currencyCode === right.currencyCode && compareDecimals(leftAmount, rightAmount) === 0;
}

/** Adds up money per currency, exactly, one sum after the other. */
type RunningTotals = {
  /** Adds the money of one payment, or the sum of `count` of them. */
  add(money: ReportedMoney, count?: number): void;
  /** The totals so far, in the order in which the currencies first appeared. */
  list(): CurrencyTotal[];
};

export function runningTotals(): RunningTotals {
  const sums = new Map<string, { sum: Decimal; count: number }>();
  return {
    add: ({ amount, currencyCode }, count = 1) => {
      const decimal = decimalOf(amount);
      const sofar = sums.get(currencyCode);
      if (sofar === undefined) sums.set(currencyCode, { sum: decimal, count });
      else sums.set(currencyCode, { sum: addDecimals(sofar.sum, decimal), count: sofar.count + count });
    },
    list: () =>
      Array.from(sums, ([currencyCode, { sum, count }]) => ({
        currencyCode,
        amount: formatDecimal(sum),
        count,
      })),
  };
}
