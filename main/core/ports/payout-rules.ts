import type { CodeColumn } from '../../../contract/batches/corrections.ts';

/** The gateway's codes, each by its `codeKeyOf`; null if two of them differ only in case. */
export type KnownCodes = Readonly<Record<CodeColumn, ReadonlyMap<string, string | null>>>;

/** Columns that a payment method may need. */
export type NeededColumn = 'accountName' | 'accountNumber' | 'paymentOperatorCode' | 'emailAddress';

/** A column that the gateway complained about when it rejected a payout in which the column was empty. */
export type LearnedRule = {
  readonly paymentMethodCode: string;
  readonly paymentOperatorCode: string;
  readonly column: NeededColumn;
  /** When the gateway last rejected such a payout, milliseconds since 1970. */
  readonly rejectedAt: number;
};

/** The rules for the rows of one profile, besides those for every payout. */
export type PayoutRules = {
  readonly codes: KnownCodes;
  readonly learned: readonly LearnedRule[];
  /** Whether an account that begins as an IBAN has to be one, as under the header IBAN. */
  readonly isIbanColumn: boolean;
};
