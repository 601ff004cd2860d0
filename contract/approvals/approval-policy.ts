import { z } from 'zod';
import { addDecimals, compareDecimals, decimalOf, type Decimal } from '../money/decimal.ts';
import { CurrencyCode, PlainAmount } from '../money/money.ts';
import { codeKeyOf, isSameCode } from '../same-code.ts';

/** The most approvals that a rule can require. */
export const mostApprovals = 20;
const Approvals = z.number().int().min(0).max(mostApprovals);

/** A rule applies to a batch whose total of this currency, or whose largest payout of it, reaches the amount. */
const ApprovalRule = z
  .strictObject({
    currencyCode: CurrencyCode,
    batchFrom: PlainAmount.optional(),
    payoutFrom: PlainAmount.optional(),
    approvals: Approvals,
  })
  .refine(
    ({ batchFrom, payoutFrom }) => batchFrom !== undefined || payoutFrom !== undefined,
    'a rule has batchFrom, payoutFrom or both',
  );
type ApprovalRule = z.output<typeof ApprovalRule>;

/** How many approvals a batch of a profile needs before it may be released. */
export const ApprovalPolicy = z.strictObject({
  rules: z.array(ApprovalRule).max(200),
  /** For amounts in a currency without a matching rule. */
  otherwise: Approvals.default(0),
  /** Whether the person on whose computer the batch is released may be one of the approvers. */
  releaserCounts: z.boolean().default(false),
  /** Whether only requests of enrolled people count. */
  enrolledPreparers: z.boolean().default(false),
});
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>;

export const noApprovalPolicy: ApprovalPolicy = {
  rules: [],
  otherwise: 0,
  releaserCounts: false,
  enrolledPreparers: false,
};

/** What a batch pays in one currency: the total, and the largest payout. */
export type CurrencyMoney = {
  readonly currencyCode: string;
  readonly total: string;
  readonly largest: string;
};

/** How many approvals the policy requires for these amounts: the highest number of any currency, in all spellings of its code. */
export function approvalsNeeded(policy: ApprovalPolicy, money: readonly CurrencyMoney[]): number {
  const currencies = Map.groupBy(money, ({ currencyCode }) => codeKeyOf(currencyCode));
  return Math.max(
    0,
    ...Array.from(currencies, ([currencyCode, spellings]) => {
      const total = spellings.map((each) => decimalOf(each.total)).reduce(addDecimals);
      const largest = spellings.map((each) => decimalOf(each.largest)).reduce(larger);
      return neededFor(policy, currencyCode, total, largest);
    }),
  );
}

function larger(one: Decimal, other: Decimal): Decimal {
  return compareDecimals(one, other) < 0 ? other : one;
}

/** The highest number of approvals that the policy can require. */
export function mostNeeded({ rules, otherwise }: ApprovalPolicy): number {
  return Math.max(otherwise, ...rules.map(({ approvals }) => approvals));
}

/**
 * Whether the second policy allows a batch that the first would hold. Both are step functions of total and largest payout, so they
 * are compared at every step of either, in every currency that one of them names and in one that neither does.
 */
export function isLoosened(from: ApprovalPolicy, to: ApprovalPolicy): boolean {
  if (mostNeeded(from) === 0) return false;
  if (to.releaserCounts && !from.releaserCounts) return true;
  if (from.enrolledPreparers && !to.enrolledPreparers) return true;
  const rules = [...from.rules, ...to.rules];
  const currencies = new Set([...rules.map(({ currencyCode }) => codeKeyOf(currencyCode)), '']);
  return [...currencies].some((currencyCode) => {
    const own = rules.filter((rule) => codeKeyOf(rule.currencyCode) === currencyCode);
    const totals = stepsOf(own.map(({ batchFrom }) => batchFrom));
    const payouts = stepsOf(own.map(({ payoutFrom }) => payoutFrom));
    return totals.some((total) =>
      payouts.some(
        (largest) =>
          neededFor(to, currencyCode, total, largest) < neededFor(from, currencyCode, total, largest),
      ),
    );
  });
}

function neededFor(policy: ApprovalPolicy, currencyCode: string, total: Decimal, largest: Decimal): number {
  const applying = policy.rules.filter(
    (rule) => isSameCode(rule.currencyCode, currencyCode) && applies(rule, total, largest),
  );
  return applying.length === 0 ? policy.otherwise : Math.max(...applying.map(({ approvals }) => approvals));
}

function applies({ batchFrom, payoutFrom }: ApprovalRule, total: Decimal, largest: Decimal): boolean {
  return reaches(total, batchFrom) || reaches(largest, payoutFrom);
}

function reaches(amount: Decimal, from: string | undefined): boolean {
  return from !== undefined && compareDecimals(amount, decimalOf(from)) >= 0;
}

function stepsOf(thresholds: readonly (string | undefined)[]): Decimal[] {
  return ['0', ...thresholds.filter((from) => from !== undefined)].map(decimalOf);
}
