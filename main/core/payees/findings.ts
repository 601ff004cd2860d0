import { compareDecimals, parseDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import {
  byLevel,
  type FindingLevel,
  type PayeeFinding,
  type PayeeFindingKind,
  type PayeeFindings,
  type PayeePolicy,
} from '../../../contract/payees/findings.ts';
import { timesText } from '../../../contract/text/numbers.ts';
import { inPieces, type CoreContext } from '../context.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import { payeeKeyOf } from '../payments/payee.ts';
import type { KnownParty, StoredBatch, StoredPayee, StoredPayment } from '../ports/index.ts';
import { readSetting } from '../settings/settings.ts';
import { bareAccount, compareAccounts } from './accounts.ts';
import { catchUpPayees, toPayee } from './known.ts';
import { compareNames } from './names/compare-names.ts';
import { Parties } from './parties.ts';

const knownAtOnce = 500;
const draftsAtOnce = 500;
const listedFindings = 1000;
const hourMs = 3_600_000;
/** Payees that a finding names. */
const namedPayees = 3;
/** An account that resembles more known ones than this stands in a dense series of numbers, where that says nothing. */
const mostAlikeAccounts = 3;
/** An amount is unusual above this multiple of the payee's average, once there are this many payments in the currency. */
const unusualTimes = 5;
const fewestPayments = 3;

type Row = Pick<
  StoredPayment,
  'rowNumber' | 'accountName' | 'accountNumber' | 'emailAddress' | 'amount' | 'currencyCode'
>;

/** Where rows are to be paid, and how many there are at most. */
type RowsToPay = {
  readonly environment: StoredBatch['environment'];
  readonly rows: number;
  /** When the rows would be paid, for the waiting time after a verification; absent: now. */
  readonly at?: number;
};

/** A name and account, and the rows that pay it. */
export type RowsOfParty = {
  readonly name: string;
  readonly account: string;
  readonly rows: Row[];
};

/** A name and account of the draft, its rows, and what is known of it. */
type Draft = RowsOfParty & {
  /** The payee under this account, where the name fits too. */
  known: number | null;
} & Record<Relation, Set<number>>;

/** What known payees may have to do with it. */
type Relation = 'sameAccount' | 'sameName' | 'alike' | 'alikeAccounts';

/** Most drafts have none in most relations: a set of their own would take more memory than their rows. Nothing is ever added to it. */
const noPayees = new Set<number>();

/** What is to be said about whom a draft pays, by the policy that is set. */
export async function findPayeeFindings(
  context: CoreContext,
  batch: StoredBatch,
  at = context.clock.now(),
): Promise<PayeeFindings> {
  const { store, clock } = context;
  const pages = pagesOfBatch(store, clock, batch.batchId);
  const gravest = new Gravest();
  const parties = await findByRow(context, { ...batch, at }, pages, (found) => gravest.add(found));
  for (const found of sharedAccounts(parties, readSetting(store, 'payeePolicy'))) gravest.add(found);
  const findings = gravest.list();
  return { findings, leftOut: gravest.count - findings.length, blocking: gravest.blocking };
}

/** Keeps the findings that are listed, and counts the others: a draft may have more of them than rows. */
class Gravest {
  count = 0;
  blocking = 0;
  #kept: PayeeFinding[] = [];

  add(found: PayeeFinding): void {
    this.count += 1;
    if (found.level === 'block') this.blocking += 1;
    this.#kept.push(found);
    if (this.#kept.length > 2 * listedFindings) this.#kept = this.list();
  }

  /** The gravest first, and then those of the first rows. */
  list(): PayeeFinding[] {
    return this.#kept
      .toSorted((left, right) => byLevel(left, right) || left.rowNumber - right.rowNumber)
      .slice(0, listedFindings);
  }
}

/** Hands over what is found about each row by itself, whatever the others pay; gives the parties of the rows. */
export async function findByRow(
  context: CoreContext,
  rows: RowsToPay,
  pages: AsyncIterable<readonly Row[]>,
  add: (found: PayeeFinding) => void,
): Promise<readonly RowsOfParty[]> {
  await catchUpPayees(context);
  const policy = readSetting(context.store, 'payeePolicy');
  const verified: ReadonlySet<string> = new Set(context.store.payeesThatAre(rows.environment, 'verified'));
  const parties = await gather(context, rows, pages);
  let looked = 0;
  for (const draft of parties) {
    for (const found of findingsOf(context, { ...rows, verified }, draft, policy)) add(found);
    looked += 1;
    if (looked % draftsAtOnce === 0) await context.clock.turn();
  }
  return parties;
}

/** Holds every known payee against the parties of the rows. */
async function gather(
  { store, clock }: CoreContext,
  batch: RowsToPay,
  pages: AsyncIterable<readonly Row[]>,
): Promise<Draft[]> {
  const parties = new Parties(batch.rows);
  const drafts: Draft[] = [];
  for await (const payments of pages)
    for (const row of payments) {
      const party = { name: row.accountName, account: row.accountNumber || row.emailAddress };
      const number = parties.add(party);
      const draft = drafts[number];
      if (draft === undefined) drafts[number] = newDraft(party, row);
      else draft.rows.push(row);
    }
  for (let after = 0, page: KnownParty[]; ; after = page.at(-1)?.nameNumber ?? 0) {
    page = store.knownParties(batch.environment, after, knownAtOnce);
    if (page.length > 0) await inPieces(clock, draftsAtOnce, (limit) => parties.index(limit));
    for (const known of page)
      for (const match of parties.match(known)) {
        const draft = drafts[match.number];
        if (draft !== undefined) note(draft, known, match);
      }
    await clock.turn();
    if (page.length < knownAtOnce) return drafts;
  }
}

function newDraft(
  { name, account }: { readonly name: string; readonly account: string },
  first: RowsOfParty['rows'][number],
): Draft {
  return {
    name,
    account,
    // Not pushed into an empty list, which makes room for many rows at once: nearly every party has one.
    rows: [first],
    known: null,
    sameAccount: noPayees,
    sameName: noPayees,
    alike: noPayees,
    alikeAccounts: noPayees,
  };
}

function note(draft: Draft, known: KnownParty, match: ReturnType<Parties['match']>[number]): void {
  const { payeeNumber } = known;
  const isSameAccount =
    match.account === 'same' ||
    (match.name === 'same' &&
      (draft.account === known.account || compareAccounts(draft.account, known.account) === 'same'));
  if (isSameAccount) {
    const isSameName =
      match.name === 'same' || draft.name === '' || compareNames(draft.name, known.name) === 'part';
    if (isSameName) draft.known = payeeNumber;
    else relate(draft, 'sameAccount', payeeNumber);
  } else if (match.name === 'same') relate(draft, 'sameName', payeeNumber);
  else if (match.name === 'alike') relate(draft, 'alike', payeeNumber);
  else if (match.account === 'alike') relate(draft, 'alikeAccounts', payeeNumber);
}

function relate(draft: Draft, relation: Relation, payeeNumber: number): void {
  if (draft[relation] === noPayees) draft[relation] = new Set();
  draft[relation].add(payeeNumber);
}

function findingsOf(
  context: CoreContext,
  { environment, verified, at = context.clock.now() }: RowsToPay & { readonly verified: ReadonlySet<string> },
  draft: Draft,
  policy: PayeePolicy,
): PayeeFinding[] {
  const { store } = context;
  const [first] = draft.rows;
  if (first === undefined) return [];
  const [payee] = draft.known === null ? [] : store.payeesOfNumbers([draft.known]);
  // One that was only verified is not known before the waiting time is over.
  if (payee !== undefined && (payee.payments > 0 || (payee.record?.importedAt ?? null) !== null)) {
    return draft.rows.flatMap((row) =>
      isUnusual(payee, row) ? [finding(context, draft, row, 'unusualAmount', [payee], policy)] : [],
    );
  }
  const ownId = verified.size === 0 ? null : payeeIdOf(environment, payeeKeyOf(first));
  const own = ownId !== null && verified.has(ownId) ? store.findPayee(ownId) : null;
  const verifiedAt = own?.record?.verification?.at ?? null;
  const isVerified = verifiedAt !== null && verifiedAt + policy.waitingHours * hourMs <= at;
  if (isVerified && (draft.sameAccount.size === 0 || isVerifiedSince(own, verifiedAt))) return [];
  const isDense = draft.alikeAccounts.size > mostAlikeAccounts;
  const alike =
    isDense || draft.alikeAccounts.size === 0 ? draft.alike : draft.alike.union(draft.alikeAccounts);
  const [kind, numbers]: readonly [PayeeFindingKind, ReadonlySet<number>] =
    draft.sameAccount.size > 0
      ? ['knownAccountOtherName', draft.sameAccount]
      : draft.sameName.size > 0
        ? ['changedDetails', draft.sameName]
        : alike.size > 0
          ? ['lookAlike', alike]
          : ['newPayee', noPayees];
  const known = store.payeesOfNumbers([...numbers].slice(-namedPayees));
  return draft.rows.map((row) => finding(context, draft, row, kind, known, policy));
}

/**
 * Whether an account that is known under another name was verified after it became known under that one: only then did the person who
 * verified it know of both.
 */
function isVerifiedSince(payee: StoredPayee | null, verifiedAt: number): boolean {
  const knownSince = [payee?.lastPaidAt ?? null, payee?.record?.importedAt ?? null].filter(
    (at) => at !== null,
  );
  return knownSince.length > 0 && knownSince.every((at) => at < verifiedAt);
}

/** Rows of one draft that pay several names, none of them another way of writing the other, to one account. */
export function sharedAccounts(drafts: readonly RowsOfParty[], policy: PayeePolicy): PayeeFinding[] {
  const groups = Map.groupBy(
    drafts.filter(({ account, name }) => account !== '' && name !== ''),
    ({ account }) => bareAccount(account),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < 2) return [];
    const others = group.filter(({ name }) => compareNames(first.name, name) === 'different');
    const [row] = first.rows;
    if (others.length === 0 || row === undefined) return [];
    const rows = others.flatMap((draft) => draft.rows.map(({ rowNumber }) => rowNumber)).slice(0, 50);
    const found = finding(null, first, row, 'sharedAccount', [], policy);
    return [{ ...found, evidence: { ...found.evidence, rows } }];
  });
}

function isUnusual(payee: StoredPayee, { amount, currencyCode }: Row): boolean {
  const total = payee.totals.find((each) => each.currencyCode === currencyCode);
  if (total === undefined || total.count < fewestPayments) return false;
  const [paid, wanted] = [parseDecimal(total.amount), parseDecimal(amount)];
  if (paid === null || wanted === null) return false;
  return compareDecimals(times(wanted, total.count), times(paid, unusualTimes)) > 0;
}

function times({ digits, scale }: Decimal, factor: number): Decimal {
  return { digits: digits * BigInt(factor), scale };
}

function finding(
  context: CoreContext | null,
  { name, account }: RowsOfParty,
  { rowNumber, amount, currencyCode }: Row,
  kind: PayeeFindingKind,
  known: readonly StoredPayee[],
  policy: PayeePolicy,
): PayeeFinding {
  const shown =
    context === null
      ? []
      : known.map((stored) => {
          const { accounts, ...payee } = toPayee(context, stored);
          return { ...payee, account: accounts[0]?.account ?? '' };
        });
  const level = levelOf(policy, kind, { amount, currencyCode });
  const message = messageOf(kind, { name, account }, shown[0]);
  return {
    rowNumber,
    kind,
    level,
    message,
    evidence: { name, account, amount, currencyCode, known: shown, rows: [] },
  };
}

function levelOf(
  policy: PayeePolicy,
  kind: PayeeFindingKind,
  money: { readonly amount: string; readonly currencyCode: string },
): FindingLevel {
  const from = policy.amountsFrom.find(({ currencyCode }) => currencyCode === money.currencyCode);
  const [least, amount] = [parseDecimal(from?.amount ?? '0'), parseDecimal(money.amount)];
  const isBelow = least !== null && amount !== null && compareDecimals(amount, least) < 0;
  return isBelow ? 'info' : policy[kind];
}

function messageOf(
  kind: PayeeFindingKind,
  { name, account }: { readonly name: string; readonly account: string },
  known: PayeeFinding['evidence']['known'][number] | undefined,
): string {
  const before = known === undefined ? '' : `${known.names[0] ?? ''}, ${known.account}`;
  const paid =
    known?.lastPaidAt === null || known === undefined
      ? ''
      : ` (paid ${timesText(known.payments)}, last on ${known.lastPaidAt.slice(0, 10)})`;
  switch (kind) {
    case 'changedDetails':
      return `Changed bank details: ${name} was never paid to ${account}; known: ${before}${paid}.`;
    case 'lookAlike':
      return `${name}, ${account} resembles ${before}${paid}.`;
    case 'newPayee':
      return `New payee: ${name}, ${account}.`;
    case 'knownAccountOtherName':
      return `${account} is known under another name than ${name}: ${before}${paid}.`;
    case 'unusualAmount':
      return `Unusual amount for ${before}${paid}.`;
    case 'sharedAccount':
      return `Several payees share ${account}.`;
  }
}
