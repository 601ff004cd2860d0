import type { PayeeFinding, PayeeFindingKind } from '../../../contract/payees/findings.ts';
import { payeeFindingText } from '../../../contract/payees/finding-text.ts';
import type { StoredPayee } from '../ports/index.ts';
import type { CountedAmounts } from './counted-amounts.ts';
import type { Row, RowsOfParty } from './gather-parties.ts';
import { toOnePayee } from './known.ts';
import { isoTime } from '../payments/convert.ts';

/** What is known about the account of a row, although not enough. */
type Known = {
  /** A payee that a policy with amounts does not count as known, because too little was paid. */
  readonly paid?: StoredPayee | null;
  /** When a verification starts to count. */
  readonly countsFrom: number | null;
  /** Whether a verification lifts the block, so that the finding only warns. */
  readonly isLifted?: boolean;
};

/** A finding as a code with parameters: nearly every row of a sheet has one, and few are ever read. */
export type FoundPayee = Omit<PayeeFinding, 'message'> & {
  /** The other payees of the draft with the same account. */
  readonly sharedWith: string | null;
};

/** A finding about one row, at the level of the policy. */
export function finding(
  { name, account }: RowsOfParty,
  row: Row,
  kind: PayeeFindingKind,
  known: readonly StoredPayee[],
  amounts: CountedAmounts,
  { paid = null, countsFrom, isLifted = false }: Known,
): FoundPayee {
  const shown = known.map((stored) => ({
    ...toOnePayee(stored),
    account: stored.accountNumber || stored.emailAddress,
  }));
  const { rowNumber, amount, currencyCode } = row;
  // Amounts change nothing about a finding that only informs.
  const level =
    amounts.policy[kind] !== 'info' && amounts.counts(row, isOfDraft(kind)) ? amounts.policy[kind] : 'info';
  return {
    rowNumber,
    kind,
    level: isLifted && level === 'block' ? 'warn' : level,
    evidence: {
      name,
      account,
      amount,
      currencyCode,
      known: shown,
      rows: [],
      paidSoFar: paidIn(paid, currencyCode),
      countedFrom: level === 'info' ? null : amounts.countedFrom(row),
      countsFrom: isoTime(countsFrom),
    },
    sharedWith: null,
  };
}

/** Whether a finding is about the draft, not about who the payee is: a payee known for long may get any usual amount. */
function isOfDraft(kind: PayeeFindingKind): boolean {
  return kind === 'unusualAmount' || kind === 'sharedAccount';
}

/** A finding with its text. */
export function toPayeeFinding({ sharedWith, ...found }: FoundPayee): PayeeFinding {
  const { kind, evidence } = found;
  const [known = null] = evidence.known;
  return { ...found, message: payeeFindingText(kind, evidence, { ...evidence, known, sharedWith }) };
}

/** The amount paid to an account in the currency, if it is too little for the policy to count it as known. */
function paidIn(paid: StoredPayee | null, currencyCode: string): string | null {
  if (paid === null) return null;
  return paid.totals.find((each) => each.currencyCode === currencyCode)?.amount ?? '0';
}
