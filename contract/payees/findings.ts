import { z } from 'zod';
import { currencyCodeOf, isCurrencyCode, PayableAmount } from '../money/money.ts';
import { Payee } from './payee.ts';

/**
 * The kinds of findings about a row's payee. `changedDetails`: a known name with an account it was never paid to. `lookAlike`: a name or
 * account that is easily mistaken for a known one. `newPayee`: neither is known. `knownAccountOtherName`: a known account under another
 * name. `unusualAmount`: far more than this payee usually gets. `sharedAccount`: rows of one draft pay several names to one account.
 */
export const PayeeFindingKind = z.enum([
  'changedDetails',
  'lookAlike',
  'newPayee',
  'knownAccountOtherName',
  'unusualAmount',
  'sharedAccount',
]);
export type PayeeFindingKind = z.infer<typeof PayeeFindingKind>;

/** The effect of a finding: it is shown, it is shown as a warning, or nothing is released until it is resolved. */
export const FindingLevel = z.enum(['info', 'warn', 'block']);
export type FindingLevel = z.infer<typeof FindingLevel>;

const weights: Readonly<Record<FindingLevel, number>> = { block: 0, warn: 1, info: 2 };

/** Sorts blocking findings before warnings, and warnings before information. */
export function byLevel(left: { level: FindingLevel }, right: { level: FindingLevel }): number {
  return weights[left.level] - weights[right.level];
}

const usual = {
  changedDetails: 'warn',
  lookAlike: 'warn',
  newPayee: 'info',
  knownAccountOtherName: 'warn',
  unusualAmount: 'info',
  sharedAccount: 'info',
  waitingHours: 0,
} as const;

/** The effect of each finding, from which amounts on, and how old a verification must be before it clears a finding. */
export const PayeePolicy = z.strictObject({
  changedDetails: FindingLevel.default(usual.changedDetails),
  lookAlike: FindingLevel.default(usual.lookAlike),
  newPayee: FindingLevel.default(usual.newPayee),
  knownAccountOtherName: FindingLevel.default(usual.knownAccountOtherName),
  unusualAmount: FindingLevel.default(usual.unusualAmount),
  sharedAccount: FindingLevel.default(usual.sharedAccount),
  /**
   * Where the rows of a draft, earlier payouts and those on their way together pay a payee less than this amount of the currency, a
   * finding only informs; of other currencies every amount counts.
   */
  amountsFrom: z
    .array(
      z.strictObject({ currencyCode: z.string().max(40).transform(currencyCodeOf), amount: PayableAmount }),
    )
    .max(200)
    .default([]),
  waitingHours: z.number().int().min(0).max(8760).default(usual.waitingHours),
});
export type PayeePolicy = z.output<typeof PayeePolicy>;

/** Whether each amount of a policy has a valid currency, and no currency occurs twice. */
export function areAmountsOfCurrencies({ amountsFrom }: PayeePolicy): boolean {
  const codes = amountsFrom.map(({ currencyCode }) => currencyCode);
  return codes.every(isCurrencyCode) && new Set(codes).size === codes.length;
}

export const usualPayeePolicy: PayeePolicy = { ...usual, amountsFrom: [] };

export const PayeeFinding = z.object({
  rowNumber: z.number().int(),
  kind: PayeeFindingKind,
  level: FindingLevel,
  message: z.string(),
  evidence: z.object({
    /** The row's data. */
    name: z.string(),
    account: z.string(),
    amount: z.string(),
    currencyCode: z.string(),
    /** The payees that it is compared with: accounts, when they were last paid, how often. */
    known: z.array(Payee.omit({ accounts: true, verifiedAs: true }).extend({ account: z.string() })),
    /** Other rows of the draft that are concerned. */
    rows: z.array(z.number().int()),
    /** The amount paid to the account, in the currency of the row, if it is too little for the policy to count it as known. */
    paidSoFar: z.string().nullable(),
    /** The amount of the policy, if other payouts to the payee are why it counts the row. */
    countedFrom: z.string().nullable(),
    /** When a verification of the account starts to count. */
    countsFrom: z.string().nullable(),
  }),
});
export type PayeeFinding = z.infer<typeof PayeeFinding>;

/** How many rows one kind of finding is about; `blockedPayee`: they pay a payee whom a person blocked. */
export const PayeeFindingCount = z.object({
  kind: z.enum([...PayeeFindingKind.options, 'blockedPayee']),
  level: FindingLevel,
  rows: z.number().int(),
  /** The first of them. */
  firstRows: z.array(z.number().int()),
});
export type PayeeFindingCount = z.infer<typeof PayeeFindingCount>;

/** A row whose payee a person blocked. */
const BlockedPayeeRow = z.object({
  rowNumber: z.number().int(),
  payeeId: z.string(),
  name: z.string(),
  account: z.string(),
  message: z.string(),
});

export const PayeeFindings = z.object({
  /** Blocking ones first, then warnings; each by row. */
  findings: z.array(PayeeFinding),
  leftOut: z.number().int(),
  /** How many findings of the policy block the release. */
  blocking: z.number().int(),
  /** The first rows that pay a blocked payee, which no policy lets through. */
  blocked: z.array(BlockedPayeeRow),
  /** All of the above by kind and level, the most serious first. */
  counts: z.array(PayeeFindingCount),
});
export type PayeeFindings = z.infer<typeof PayeeFindings>;
