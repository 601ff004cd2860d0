import { compareDecimals, parseDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import type {
  PayeeFindingCount,
  PayeeFindingKind,
  PayeeFindings,
} from '../../../contract/payees/findings.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { contentPagesOfBatch, withEach, slicesOf } from '../payments/pages.ts';
import { bareAccount, comparedAccount, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { BlockedRow, StoredBatch, StoredPayee } from '../ports/index.ts';
import { blockedText } from './blocked.ts';
import { CountedAmounts } from './counted-amounts.ts';
import {
  gatherParties,
  type PartyDraft,
  type Row,
  type RowsOfParty,
  type RowsToCompare,
  type RowsToPay,
} from './gather-parties.ts';
import { catchUpPayees } from './known.ts';
import { FindingCounts, FoundPayees, listedFindings } from './found-payees.ts';
import { compareNames } from './names/compare-names.ts';
import { beyondKnown, isEverVerified, isKnownAs, verifiedFrom } from './known-as.ts';
import { finding, toPayeeFinding, type FoundPayee } from './one-finding.ts';

const draftsAtOnce = 500;
const namedPayees = 3;
/** The most other rows that a finding about a shared account names. */
const sharedRows = 50;
/** An account that resembles more known ones than this is in a dense number range, where similarity proves nothing. */
const mostAlikeAccounts = 3;
/** An amount is unusual above this multiple of the payee's average, if there are this many payments in the currency. */
const unusualTimes = 5;
const fewestPayments = 3;

const noneKnown: ReadonlySet<number> = new Set();

/** What an approval of a request that shows a blocking finding changes about it, and the sentence that says so. */
export type Lift = { readonly isLifted: boolean; readonly text: string };

/**
 * The findings about a draft's payees, by the current policy; findings that an approver has seen (`liftOf`) do not block. Where they
 * are `known`, only blocked payees are looked for.
 */
export async function findPayeeFindings(
  context: CoreContext,
  batch: StoredBatch,
  {
    at,
    liftOf,
    known,
    signal,
  }: {
    readonly at: number;
    readonly liftOf: (found: FoundPayee) => Lift | null;
    readonly known: FoundPayees | null;
    readonly signal: AbortSignal;
  },
): Promise<PayeeFindings> {
  const { store } = context;
  const found = known ?? new FoundPayees();
  const approvalTexts = new Map<FoundPayee, string>();
  const add = (one: FoundPayee): void => {
    const lift = one.level === 'block' ? liftOf(one) : null;
    const counted: FoundPayee = lift?.isLifted === true ? { ...one, level: 'warn' } : one;
    if (lift !== null) approvalTexts.set(counted, lift.text);
    found.add(counted);
  };
  if (known === null) await findInRows(context, { ...batch, at, signal }, add);
  const findings = found.list();
  const blocked = store.blockedRows(batch.batchId, batch.rows);
  return {
    findings: findings.map((one) => {
      const said = toPayeeFinding(one);
      const approvalText = approvalTexts.get(one);
      return approvalText === undefined ? said : { ...said, message: `${said.message} ${approvalText}` };
    }),
    leftOut: found.count - findings.length,
    blocking: found.blocking,
    blocked: blocked.slice(0, listedFindings).map((row) => ({ ...row, message: blockedText(row) })),
    counts: [...blockedCount(blocked), ...found.counts.list()],
  };
}

/** Reports all findings about the rows of a draft: about each, and about accounts that they share. */
async function findInRows(
  context: CoreContext,
  batch: StoredBatch & { readonly at: number; readonly signal: AbortSignal },
  add: (found: FoundPayee) => void,
): Promise<void> {
  const { store, clock } = context;
  const amounts = new CountedAmounts(context, batch.environment);
  const adding = withEach(contentPagesOfBatch(store, clock, batch.batchId), (page) => {
    for (const row of page) amounts.add(row);
  });
  const parties = await findByRow(context, batch, adding, amounts, add);
  for (const found of await sharedAccounts(context, batch, parties, amounts)) add(found);
}

function blockedCount(blocked: readonly BlockedRow[]): PayeeFindingCount[] {
  const counts = new FindingCounts();
  for (const { rowNumber } of blocked) counts.add({ kind: 'blockedPayee', level: 'block', rowNumber });
  return counts.list();
}

/**
 * Reports the findings about each row, which depend on the others only by the amounts of the draft; returns the parties of the rows.
 * `amounts` may get its rows from these pages.
 */
export async function findByRow(
  context: CoreContext,
  rows: RowsToCompare,
  pages: AsyncIterable<readonly Row[]>,
  amounts: CountedAmounts,
  add: (found: FoundPayee) => void,
): Promise<readonly RowsOfParty[]> {
  await catchUpPayees(context, rows.signal);
  const verified: ReadonlySet<string> = new Set(
    context.store.payeesThatAre(rows.environment, 'verified').map(({ payee }) => payee),
  );
  const parties = await gatherParties(context, rows, pages);
  for await (const some of slicesOf(context.clock, parties, draftsAtOnce))
    for (const draft of some)
      for (const found of findingsOf(context, { ...rows, verified }, draft, amounts)) add(found);
  return parties;
}

function findingsOf(
  context: CoreContext,
  { environment, verified, at = context.clock.now() }: RowsToPay & { readonly verified: ReadonlySet<string> },
  draft: PartyDraft,
  amounts: CountedAmounts,
): FoundPayee[] {
  const { store } = context;
  const { policy } = amounts;
  const [payee = null] = draft.known === null ? [] : store.payeesOfNumbers([draft.known]);
  if (payee === null || !isKnownAs(context, payee, draft)) return ofUnknown(draft.rows, null);
  const unusual = draft.rows.filter((row) => isUnusual(payee, row));
  const isBeyond = beyondKnown(context, payee, draft, amounts);
  return [
    ...unusual.map((row) => finding(draft, row, 'unusualAmount', [payee], amounts, sincePaid(payee, row))),
    ...ofUnknown(draft.rows.filter(isBeyond), payee),
  ];

  /** A person who asked the payee after its last payment may have asked about the amount: that lifts the block, but the warning stays. */
  function sincePaid(known: StoredPayee, row: Row): { countsFrom: number | null; isLifted: boolean } {
    const since = known.lastPaidAt ?? 0;
    const countsFrom = verified.has(payeeKeyOf(row))
      ? verifiedFrom(context, environment, draft, row, policy, since)
      : null;
    const isLifted = countsFrom !== null && countsFrom <= at;
    return { countsFrom: isLifted ? null : countsFrom, isLifted };
  }

  function ofUnknown(rows: readonly Row[], paid: StoredPayee | null): FoundPayee[] {
    const [first] = rows;
    if (first === undefined) return [];
    const isVerified = verified.has(payeeKeyOf(first));
    const countsFrom = isVerified ? verifiedFrom(context, environment, draft, first, policy) : null;
    if (countsFrom !== null && countsFrom <= at) return [];
    return kindsOf(draft).flatMap(([kind, numbers]) => {
      const known = store.payeesOfNumbers([...numbers].slice(-namedPayees));
      return rows.map((row) => finding(draft, row, kind, known, amounts, { paid, countsFrom }));
    });
  }
}

/** All findings about an unknown party: about its account, and about its name. */
function kindsOf({
  sameAccount,
  sameName,
  alike,
  alikeAccounts,
}: PartyDraft): (readonly [PayeeFindingKind, ReadonlySet<number>])[] {
  const kinds: (readonly [PayeeFindingKind, ReadonlySet<number>])[] = [];
  if (sameAccount.size > 0) kinds.push(['knownAccountOtherName', sameAccount]);
  const isDense = alikeAccounts.size > mostAlikeAccounts;
  const resembling =
    isDense || alikeAccounts.size === 0 || sameAccount.size > 0 ? alike : alike.union(alikeAccounts);
  if (sameName.size > 0) kinds.push(['changedDetails', sameName]);
  else if (resembling.size > 0) kinds.push(['lookAlike', resembling]);
  return kinds.length > 0 ? kinds : [['newPayee', noneKnown]];
}

/**
 * Rows of one draft that pay several names to one account, where no name is a spelling of another: one finding per row, except rows
 * with a name for which somebody verified the account.
 */
export async function sharedAccounts(
  context: StoreContext,
  { environment, at = context.clock.now() }: Pick<RowsToPay, 'environment' | 'at'>,
  drafts: readonly RowsOfParty[],
  amounts: CountedAmounts,
): Promise<FoundPayee[]> {
  const { policy } = amounts;
  const firsts = new Map<string, RowsOfParty>();
  // Nearly every account has one name: a group for each would take as long as all other findings.
  const groups = new Map<RowsOfParty, RowsOfParty[]>();
  for await (const some of slicesOf(context.clock, drafts, draftsAtOnce))
    for (const draft of some) {
      if (draft.account === '' || draft.name === '') continue;
      const compared = comparedAccount(bareAccount(draft.account));
      const first = firsts.get(compared);
      const group = first === undefined ? undefined : groups.get(first);
      if (first === undefined) firsts.set(compared, draft);
      else if (group === undefined) groups.set(first, [first, draft]);
      else group.push(draft);
    }
  return [...groups].flatMap(([first, group]) => {
    if (group.every(({ name }) => compareNames(first.name, name) !== 'different')) return [];
    // Once for each form of the account.
    const payees = new Map(group.flatMap(({ rows: [row] }) => (row ? [[payeeKeyOf(row), row]] : [])));
    const isVerified = [...payees.values()].some((row) => isEverVerified(context, environment, row));
    return group.flatMap((draft) => {
      const { name, rows } = draft;
      const [row] = rows;
      const countsFrom = isVerified && row ? verifiedFrom(context, environment, { name }, row, policy) : null;
      if (countsFrom !== null && countsFrom <= at) return [];
      const shared = othersOf(group, draft);
      return draft.rows.map((each) => {
        const found = finding(draft, each, 'sharedAccount', [], amounts, { countsFrom });
        return { ...found, sharedWith: shared.named, evidence: { ...found.evidence, rows: shared.rows } };
      });
    });
  });
}

/** The other parties of an account, the first of them by name, and their first rows. */
function othersOf(
  group: readonly RowsOfParty[],
  draft: RowsOfParty,
): { readonly rows: number[]; readonly named: string } {
  const others = group.slice(0, sharedRows + 1).filter((each) => each !== draft);
  const firsts = others
    .slice(0, namedPayees)
    .map(({ name, rows: [row] }) => `${name} (row ${row?.rowNumber ?? 0})`);
  const rows = others.flatMap((each) => each.rows.slice(0, sharedRows).map(({ rowNumber }) => rowNumber));
  const more = group.length - 1 - firsts.length;
  const named = [...firsts, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return { rows: rows.slice(0, sharedRows), named };
}

/** Whether a payee with these totals usually gets far less than this. */
export function isUnusual(
  { totals }: Pick<StoredPayee, 'totals'>,
  { amount, currencyCode }: Pick<Row, 'amount' | 'currencyCode'>,
): boolean {
  const total = totals.find((each) => each.currencyCode === currencyCode);
  if (total === undefined || total.count < fewestPayments) return false;
  const [paid, wanted] = [parseDecimal(total.amount), parseDecimal(amount)];
  if (paid === null || wanted === null) return false;
  return compareDecimals(times(wanted, total.count), times(paid, unusualTimes)) > 0;
}

function times({ digits, scale }: Decimal, factor: number): Decimal {
  return { digits: digits * BigInt(factor), scale };
}
