import { inPieces, inTurns } from '../context/turns.ts';
import type { Clock, KnownParty, StoredBatch, RowContent, Store } from '../ports/index.ts';
import { Parties } from './parties.ts';

const knownAtOnce = 500;
const draftsAtOnce = 500;
const partsAtOnce = 4;
/** The most payees kept per relation to a party, those known longest: thousands of rows and of payees may share a name. */
const mostRelated = 50;

export type Row = Pick<
  RowContent,
  'rowNumber' | 'accountName' | 'accountNumber' | 'emailAddress' | 'amount' | 'currencyCode'
>;

/** The environment in which rows are paid, and the largest number of rows. */
export type RowsToPay = {
  readonly environment: StoredBatch['environment'];
  readonly rows: number;
  /** When the rows would be paid, for the waiting time after a verification; absent: now. */
  readonly at?: number;
  /** Whether nobody waits for the result any longer: then it ends without one. Once true it stays true. */
  readonly isStale?: () => boolean;
};

/** Rows whose payees are compared only once all payees are known; the signal ends the wait for that. */
export type RowsToCompare = RowsToPay & { readonly signal: AbortSignal };

/** A name and account, and the rows that pay it. */
export type RowsOfParty = {
  readonly name: string;
  readonly account: string;
  readonly rows: Row[];
};

/** A name and account of the draft, its rows, and its relations to known payees. */
export type PartyDraft = RowsOfParty & {
  /** The payee with this account and the same name. */
  known: number | null;
} & Record<Relation, Set<number>>;

/** The relations of known payees to it. */
type Relation = 'sameAccount' | 'sameName' | 'alike' | 'alikeAccounts';

/** Most drafts have no entry in most relations: separate sets would take more memory than the rows. Nothing is ever added to this one. */
const noPayees = new Set<number>();

type Needs = { readonly store: Pick<Store, 'knownParties'>; readonly clock: Clock };

/** The index of 100,000 rows takes 55 MiB, and a sheet may be searched while its draft is checked. */
const inTurn = inTurns();

/** Compares every known payee with the parties of the rows. */
export function gatherParties(
  needs: Needs,
  batch: RowsToPay,
  pages: AsyncIterable<readonly Row[]>,
): Promise<PartyDraft[]> {
  return inTurn(needs.store, () => gatherNext(needs, batch, pages));
}

async function gatherNext(
  { store, clock }: Needs,
  { rows, environment, isStale = () => false }: RowsToPay,
  pages: AsyncIterable<readonly Row[]>,
): Promise<PartyDraft[]> {
  if (isStale()) return [];
  const parties = new Parties(rows);
  const drafts: PartyDraft[] = [];
  for await (const payments of pages)
    for (const payment of payments) {
      const row = rowOf(payment);
      const party = { name: row.accountName, account: row.accountNumber || row.emailAddress };
      const number = parties.add(party);
      const draft = drafts[number];
      if (draft === undefined) drafts[number] = newDraft(party, row);
      else draft.rows.push(row);
    }
  const timesOfMany = new Map<string, number>();
  let looked = 0;
  for (let after = 0, page: KnownParty[]; ; after = page.at(-1)?.nameNumber ?? 0) {
    page = store.knownParties(environment, after, knownAtOnce);
    if (isStale()) return [];
    if (page.length > 0) {
      await inPieces(clock, draftsAtOnce, (limit) => parties.index(limit));
      await inPieces(clock, partsAtOnce, (limit) => parties.finish(limit));
    }
    for (const known of page) {
      // If a name has as many payees as are kept, further ones by that name add nothing; their accounts do.
      const times = timesOfMany.get(known.name) ?? 0;
      const isByAccount = times >= mostRelated && known.account !== '';
      const matches = parties.match(known, isByAccount);
      if (matches.length > mostRelated) timesOfMany.set(known.name, times + 1);
      for (const match of matches) {
        const draft = drafts[match.number];
        if (draft !== undefined) note(draft, known, match);
      }
      looked += 1 + matches.length;
      if (looked < knownAtOnce) continue;
      looked = 0;
      await clock.turn();
      if (isStale()) return [];
    }
    if (page.length < knownAtOnce) return drafts;
  }
}

/** Only this is kept of a row: a page may give whole payments, which take ten times as much memory. */
function rowOf({ rowNumber, accountName, accountNumber, emailAddress, amount, currencyCode }: Row): Row {
  return { rowNumber, accountName, accountNumber, emailAddress, amount, currencyCode };
}

function newDraft(
  { name, account }: { readonly name: string; readonly account: string },
  first: RowsOfParty['rows'][number],
): PartyDraft {
  return {
    name,
    account,
    // Not pushed into an empty array, which reserves room for many rows: nearly every party has one.
    rows: [first],
    known: null,
    sameAccount: noPayees,
    sameName: noPayees,
    alike: noPayees,
    alikeAccounts: noPayees,
  };
}

function note(draft: PartyDraft, known: KnownParty, match: ReturnType<Parties['match']>[number]): void {
  const { payeeNumber } = known;
  const isSameAccount =
    match.account === 'same' || (match.name === 'same' && draft.account === known.account);
  if (isSameAccount) {
    if (draft.name === '' || match.name === 'same' || match.name === 'part') draft.known = payeeNumber;
    else relate(draft, 'sameAccount', payeeNumber);
  } else if (match.name === 'same') relate(draft, 'sameName', payeeNumber);
  else if (match.name === 'alike') relate(draft, 'alike', payeeNumber);
  else if (match.account === 'alike') relate(draft, 'alikeAccounts', payeeNumber);
}

function relate(draft: PartyDraft, relation: Relation, payeeNumber: number): void {
  if (draft[relation] === noPayees) draft[relation] = new Set();
  if (draft[relation].size < mostRelated) draft[relation].add(payeeNumber);
}
