import { compareDecimals, parseDecimal } from '../../../contract/money/decimal.ts';
import type { PayeeFinding, PayeeFindingKind } from '../../../contract/payees/findings.ts';
import { minuteText, utcDayText } from '../../../contract/text/clock.ts';
import { counted, moneyText, timesText } from '../../../contract/text/numbers.ts';
import { nameAndAccount } from '../../../contract/text/one-line.ts';
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
  readonly countsFrom?: number | null;
  /** The other payees of the draft with the same account. */
  readonly sharedWith?: string | null;
  /** Whether a verification lifts the block, so that the finding only warns. */
  readonly isLifted?: boolean;
};

/** A finding as a code with parameters: nearly every row of a sheet has one, and few are ever read. */
export type FoundPayee = Omit<PayeeFinding, 'message'> & {
  /** The amount paid to the account, if it is too little for the policy to count it as known. */
  readonly paidSoFar: string | null;
  /** The amount of the policy, if other payouts to the payee are why it counts the row. */
  readonly countedFrom: string | null;
  readonly countsFrom: number | null;
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
  { paid = null, countsFrom = null, sharedWith = null, isLifted = false }: Known = {},
): FoundPayee {
  const shown = known.map((stored) => ({
    ...toOnePayee(stored),
    account: stored.accountNumber || stored.emailAddress,
  }));
  const { rowNumber, amount, currencyCode } = row;
  // Amounts change nothing about a finding that only informs.
  const level =
    amounts.policy[kind] !== 'info' && amounts.counts(row, isOfDraft(kind)) ? amounts.policy[kind] : 'info';
  const countedFrom = level === 'info' ? null : amounts.countedFrom(row);
  return {
    rowNumber,
    kind,
    level: isLifted && level === 'block' ? 'warn' : level,
    evidence: { name, account, amount, currencyCode, known: shown, rows: [] },
    paidSoFar: paidText(paid, currencyCode),
    countedFrom: countedFrom === null ? null : moneyText({ amount: countedFrom, currencyCode }),
    countsFrom,
    sharedWith,
  };
}

/** Whether a finding is about the draft, not about who the payee is: a payee known for long may get any usual amount. */
function isOfDraft(kind: PayeeFindingKind): boolean {
  return kind === 'unusualAmount' || kind === 'sharedAccount';
}

/** A finding with its text. */
export function toPayeeFinding({
  paidSoFar,
  countedFrom,
  countsFrom,
  sharedWith,
  ...found
}: FoundPayee): PayeeFinding {
  const [known = null] = found.evidence.known;
  return {
    ...found,
    message: payeeFindingText(found.kind, found.evidence, {
      known,
      paidSoFar,
      countedFrom,
      countsFrom,
      sharedWith,
    }),
  };
}

/** What the text of a finding needs besides the row. */
export type PayeeFindingFacts = Pick<
  FoundPayee,
  'paidSoFar' | 'countedFrom' | 'countsFrom' | 'sharedWith'
> & {
  readonly known: PayeeFinding['evidence']['known'][number] | null;
};

/** What a row pays, to whom. */
type Paid = Pick<PayeeFinding['evidence'], 'name' | 'account' | 'amount' | 'currencyCode'>;

/** The text of a finding, for a row that pays this. */
export function payeeFindingText(kind: PayeeFindingKind, row: Paid, facts: PayeeFindingFacts): string {
  const { countedFrom, countsFrom } = facts;
  return [
    messageOf(kind, row, facts),
    ...(countedFrom === null ? [] : [togetherText(row, countedFrom)]),
    ...(countsFrom === null ? [] : [waitingText(countsFrom)]),
  ].join(' ');
}

/** Whether an amount is below another; false if either is missing. */
export function isLess(amount: string, than: string): boolean {
  const [value, least] = [parseDecimal(amount), parseDecimal(than)];
  return value !== null && least !== null && compareDecimals(value, least) < 0;
}

/** Payments are counted per account, under any name. */
function paidUnder(account: string): string {
  if (account === '') return '';
  return account.includes('@') ? 'the address was ' : 'the account was ';
}

/** The amount paid to an account in the currency, if it is too little for the policy to count it as known. */
function paidText(paid: StoredPayee | null, currencyCode: string): string | null {
  if (paid === null) return null;
  const total = paid.totals.find((each) => each.currencyCode === currencyCode);
  return moneyText({ amount: total?.amount ?? '0', currencyCode });
}

/** The total paid to the payee in the currency; null if unknown. */
function soFarText(known: PayeeFindingFacts['known'], currencyCode: string): string | null {
  const total = known?.totals.find((each) => each.currencyCode === currencyCode);
  return total === undefined ? null : `so far ${moneyText(total)} in ${counted(total.count, 'payout')}`;
}

/** Why the policy counts a small row. */
function togetherText({ account }: Paid, countedFrom: string): string {
  const payee = account === '' ? 'payee' : account.includes('@') ? 'address' : 'account';
  return `Together with other payouts to this ${payee} it reaches ${countedFrom}.`;
}

function waitingText(countsFrom: number): string {
  return `The account was verified; by the payee policy that counts from ${minuteText(isoTime(countsFrom))} on.`;
}

function messageOf(
  kind: PayeeFindingKind,
  { name, account, amount, currencyCode }: Paid,
  { known, paidSoFar, sharedWith }: PayeeFindingFacts,
): string {
  const blocked = known?.isBlocked === true ? ', BLOCKED' : '';
  const payee = nameAndAccount(name, account);
  const where = account === '' ? 'without an account' : `to ${account}`;
  const knownAs = nameAndAccount(known?.names[0] ?? '', known?.account ?? '');
  const before = `${knownAs}${blocked}`;
  const times =
    known === null || known.lastPaidAt === null
      ? null
      : `${paidUnder(known.account)}paid ${timesText(known.payments)}, last on ${utcDayText(known.lastPaidAt)}`;
  const paid = times === null ? '' : ` (${times})`;
  switch (kind) {
    case 'changedDetails':
      return paidSoFar === null
        ? `Changed bank details: ${name} was never paid ${where}; known: ${before}${paid}.`
        : `Changed bank details: ${name} was paid only ${paidSoFar} ${where} so far; known: ${before}${paid}.`;
    case 'lookAlike':
      return `${payee} resembles ${before}${paid}.`;
    case 'newPayee':
      return paidSoFar === null
        ? `New payee: ${payee}.`
        : `New payee for this amount: ${payee} was paid only ${paidSoFar} so far.`;
    case 'knownAccountOtherName':
      return `${account} is known under another name than ${name}: ${before}${paid}.`;
    case 'unusualAmount':
      return `Unusual amount: ${moneyText({ amount, currencyCode })} for ${before} (${[times, soFarText(known, currencyCode)].filter((text) => text !== null).join('; ')}).`;
    case 'sharedAccount':
      return `${account} of ${name} is the account of another payee of this batch, too: ${sharedWith ?? ''}.`;
  }
}
