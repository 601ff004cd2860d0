import { utcDayText, minuteText } from '../text/clock.ts';
import { counted, moneyText, timesText } from '../text/numbers.ts';
import { nameAndAccount } from '../text/one-line.ts';
import type { PayeeFinding, PayeeFindingKind } from './findings.ts';

/** What the text of a finding needs besides the row. */
export type PayeeFindingFacts = Pick<PayeeFinding['evidence'], 'paidSoFar' | 'countedFrom' | 'countsFrom'> & {
  /** The other payees of the draft with the same account. */
  readonly sharedWith: string | null;
  readonly known: Pick<
    PayeeFinding['evidence']['known'][number],
    'account' | 'names' | 'payments' | 'lastPaidAt' | 'totals' | 'isBlocked'
  > | null;
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

/** Payments are counted per account, under any name. */
function paidUnder(account: string): string {
  if (account === '') return '';
  return account.includes('@') ? 'the address was ' : 'the account was ';
}

/** The total paid to the payee in the currency; null if unknown. */
function soFarText(known: PayeeFindingFacts['known'], currencyCode: string): string | null {
  const total = known?.totals.find((each) => each.currencyCode === currencyCode);
  return total === undefined ? null : `so far ${moneyText(total)} in ${counted(total.count, 'payout')}`;
}

/** Why the policy counts a small row. */
function togetherText({ account, currencyCode }: Paid, countedFrom: string): string {
  const payee = account === '' ? 'payee' : account.includes('@') ? 'address' : 'account';
  return `Together with other payouts to this ${payee} it reaches ${moneyText({ amount: countedFrom, currencyCode })}.`;
}

function waitingText(countsFrom: string): string {
  return `The account was verified; by the payee policy that counts from ${minuteText(countsFrom)} on.`;
}

function messageOf(
  kind: PayeeFindingKind,
  { name, account, amount, currencyCode }: Paid,
  { known, paidSoFar, sharedWith }: PayeeFindingFacts,
): string {
  const little = paidSoFar === null ? null : moneyText({ amount: paidSoFar, currencyCode });
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
      return little === null
        ? `Changed bank details: ${name} was never paid ${where}; known: ${before}${paid}.`
        : `Changed bank details: ${name} was paid only ${little} ${where} so far; known: ${before}${paid}.`;
    case 'lookAlike':
      return `${payee} resembles ${before}${paid}.`;
    case 'newPayee':
      return little === null
        ? `New payee: ${payee}.`
        : `New payee for this amount: ${payee} was paid only ${little} so far.`;
    case 'knownAccountOtherName':
      return `${account} is known under another name than ${name}: ${before}${paid}.`;
    case 'unusualAmount':
      return `Unusual amount: ${moneyText({ amount, currencyCode })} for ${before} (${[times, soFarText(known, currencyCode)].filter((text) => text !== null).join('; ')}).`;
    case 'sharedAccount':
      return `${account} of ${name} is the account of another payee of this batch, too: ${sharedWith ?? ''}.`;
  }
}
