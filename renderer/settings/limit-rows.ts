import type { ZodSafeParseResult } from 'zod';
import {
  currencyCodeOf,
  isCurrencyCode,
  Money,
  PayableAmount,
  PlainAmount,
} from '../../contract/money/money.ts';
import type { ReleaseLimit } from '../../contract/treasury.ts';
import { groupedAmount, plainAmount } from '../../contract/text/numbers.ts';
import { sentence } from '../kit/sentence.ts';

/** The limits of one currency as typed. */
export type LimitRow = {
  readonly key: string;
  readonly currencyCode: string;
  readonly largestPayout: string;
  readonly largestBatch: string;
};

export function emptyLimit(): LimitRow {
  return { key: crypto.randomUUID(), currencyCode: '', largestPayout: '', largestBatch: '' };
}

export function rowOf({ currencyCode, largestPayout, largestBatch }: ReleaseLimit): LimitRow {
  return {
    key: currencyCode,
    currencyCode,
    largestPayout: groupedAmount(largestPayout ?? ''),
    largestBatch: groupedAmount(largestBatch ?? ''),
  };
}

/** The problem of a typed amount in this currency, which may not be typed yet; null: none. Empty is valid: no limit. */
export function amountProblem(typed: string, typedCode: string): string | null {
  const amount = plainAmount(typed);
  if (amount === '') return null;
  const currencyCode = currencyCodeOf(typedCode);
  return problemOf(
    isCurrencyCode(currencyCode)
      ? Money.safeParse({ amount, currencyCode })
      : PayableAmount.safeParse(amount),
  );
}

/** The problem of a typed amount from which a rule counts, which may be zero; null: none. */
export function thresholdProblem(typed: string): string | null {
  const amount = plainAmount(typed);
  return amount === '' ? null : problemOf(PlainAmount.safeParse(amount));
}

function problemOf({ error }: ZodSafeParseResult<unknown>): string | null {
  const [issue] = error?.issues ?? [];
  return issue === undefined ? null : sentence(issue.message);
}

type CurrencyRow = Pick<LimitRow, 'key' | 'currencyCode'>;

/** The problem of a typed currency code, in a list in which each may occur once if `rows` are given; null: none. */
export function codeProblem(
  { key, currencyCode }: CurrencyRow,
  rows: readonly CurrencyRow[] = [],
): string | null {
  const code = currencyCodeOf(currencyCode);
  if (code === '') return null;
  if (!isCurrencyCode(code)) return 'A code is written like EUR or USDT_TRC20.';
  const isTwice = rows.some((row) => row.key !== key && currencyCodeOf(row.currencyCode) === code);
  return isTwice ? 'This currency is already in the list.' : null;
}

/** The limit of a row; null while it is not valid yet. */
export function limitOf(row: LimitRow): ReleaseLimit | null {
  const { largestPayout, largestBatch } = row;
  const currencyCode = currencyCodeOf(row.currencyCode);
  if (!isCurrencyCode(currencyCode)) return null;
  if ([largestPayout, largestBatch].some((typed) => amountProblem(typed, currencyCode) !== null)) return null;
  const orNull = (typed: string) => (plainAmount(typed) === '' ? null : plainAmount(typed));
  return { currencyCode, largestPayout: orNull(largestPayout), largestBatch: orNull(largestBatch) };
}

/** What a row of a form is about, for a label. */
export function currencyName(typed: string): string {
  return typed === '' ? 'this currency' : typed;
}
