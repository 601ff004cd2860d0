import { hourMs } from '../../../contract/duration.ts';
import { compareDecimals, parseDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import {
  byLevel,
  type PayeeFinding,
  PayeeFindingCount,
  type PayeeFindingKind,
  type PayeeFindings,
  type PayeePolicy,
} from '../../../contract/payees/findings.ts';
import type { CoreContext } from '../context.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import { payeeKeyOf } from '../payments/payee.ts';
import type { BlockedRow, StoredBatch, StoredPayee } from '../ports/index.ts';
import { readSetting } from '../settings/settings.ts';
import { bareAccount } from './accounts.ts';
import { blockedText } from './blocked.ts';
import {
  gatherParties,
  type PartyDraft,
  type Row,
  type RowsOfParty,
  type RowsToPay,
} from './gather-parties.ts';
import { catchUpPayees } from './known.ts';
import { compareNames } from './names/compare-names.ts';
import { finding } from './one-finding.ts';

const draftsAtOnce = 500;
const listedFindings = 1000;
/** Rows that a count names. */
const namedRows = 5;
/** Payees that a finding names. */
const namedPayees = 3;
/** An account that resembles more known ones than this stands in a dense series of numbers, where that says nothing. */
const mostAlikeAccounts = 3;
/** An amount is unusual above this multiple of the payee's average, once there are this many payments in the currency. */
const unusualTimes = 5;
const fewestPayments = 3;

const noneKnown: ReadonlySet<number> = new Set();

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
  const blocked = store.blockedRows(batch.batchId, batch.rows);
  return {
    findings,
    leftOut: gravest.count - findings.length,
    blocking: gravest.blocking,
    blocked: blocked.slice(0, listedFindings).map((row) => ({ ...row, message: blockedText(row) })),
    counts: [...blockedCount(blocked), ...gravest.counts.list()],
  };
}

function blockedCount(blocked: readonly BlockedRow[]): PayeeFindingCount[] {
  const counts = new FindingCounts();
  for (const { rowNumber } of blocked) counts.add({ kind: 'blockedPayee', level: 'block', rowNumber });
  return counts.list();
}

/** Counts findings by kind and level. */
class FindingCounts {
  #byKind = new Map<string, PayeeFindingCount>();

  add({ kind, level, rowNumber }: Pick<PayeeFindingCount, 'kind' | 'level'> & { rowNumber: number }): void {
    const key = `${kind} ${level}`;
    const count = this.#byKind.get(key) ?? { kind, level, rows: 0, firstRows: [] };
    this.#byKind.set(key, count);
    count.rows += 1;
    count.firstRows.push(rowNumber);
    if (count.firstRows.length > 2 * namedRows) count.firstRows = firstOf(count.firstRows);
  }

  /** The gravest first, and then in the order of the kinds. */
  list(): PayeeFindingCount[] {
    const kinds = PayeeFindingCount.shape.kind.options;
    return [...this.#byKind.values()]
      .map((count) => ({ ...count, firstRows: firstOf(count.firstRows) }))
      .toSorted(
        (left, right) => byLevel(left, right) || kinds.indexOf(left.kind) - kinds.indexOf(right.kind),
      );
  }
}

function firstOf(rowNumbers: readonly number[]): number[] {
  return rowNumbers.toSorted((left, right) => left - right).slice(0, namedRows);
}

/** Keeps the findings that are listed, and counts the others: a draft may have more of them than rows. */
class Gravest {
  count = 0;
  blocking = 0;
  readonly counts = new FindingCounts();
  #kept: PayeeFinding[] = [];

  add(found: PayeeFinding): void {
    this.count += 1;
    if (found.level === 'block') this.blocking += 1;
    this.counts.add(found);
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
  const parties = await gatherParties(context, rows, pages);
  let looked = 0;
  for (const draft of parties) {
    for (const found of findingsOf(context, { ...rows, verified }, draft, policy)) add(found);
    looked += 1;
    if (looked % draftsAtOnce === 0) await context.clock.turn();
  }
  return parties;
}

function findingsOf(
  context: CoreContext,
  { environment, verified, at = context.clock.now() }: RowsToPay & { readonly verified: ReadonlySet<string> },
  draft: PartyDraft,
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
          : ['newPayee', noneKnown];
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
