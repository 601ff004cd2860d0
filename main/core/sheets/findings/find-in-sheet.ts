import type { SheetFindings } from '../../../../contract/batches/sheet-findings.ts';
import type { LimitFault } from '../../../../contract/batches/fault.ts';
import { faultText } from '../../../../contract/text/files/fault-text.ts';
import type { RowFinding } from '../../../../contract/batches/sheet.ts';
import { runningTotals, type CurrencyTotal } from '../../../../contract/money/money.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { demandOf, fundsOf } from '../../batches/check/funds.ts';
import { groupsOf, methodCollector, type MoneyMethods } from '../../batches/check/gather.ts';
import { lookUpOptions } from '../../batches/check/look-up.ts';
import type { CoreContext } from '../../context/context.ts';
import type { CountedAmounts } from '../../payees/counted-amounts.ts';
import { sharedAccounts } from '../../payees/findings.ts';
import type { RowsOfParty } from '../../payees/gather-parties.ts';
import { bareAccount, comparedAccount } from '../../../../contract/payees/payee-key.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredProfile, StoredSheet } from '../../ports/index.ts';
import { readFirstCodes } from '../../reference/codes.ts';
import { totalRowOf, totalRowMessage } from '../../batches/check/total-row.ts';
import { storedBalances } from '../../treasury/balances.ts';
import { floorsOf } from '../../treasury/floors.ts';
import { findOverLimits, overRow } from '../../treasury/limits.ts';
import { renewMarks } from '../marks.ts';
import type { SheetSessions } from '../sheet-sessions.ts';
import { renewFindings, type FindingsCache, type RowFacts } from './cache.ts';
import { findDuplicateRows } from './duplicates-in-sheet.ts';
import { findMissingMethods, findUnlistedCurrencies } from './methods.ts';
import { isDuplicate, keepPayeeFinding, type CachedFinding } from './kept-finding.ts';
import { inPages, learnFacts, soundRows, type SeenRow } from './row-facts.ts';
import { slicesOf } from '../../payments/pages.ts';

const rowsAtOnce = 1000;

type Seen = {
  readonly stored: StoredSheet;
  readonly rows: readonly SeenRow[];
  /** The number of the last row if it looks like the total of the others. */
  readonly totalRow: number | null;
  readonly cache: FindingsCache;
};
type Found = Map<number, readonly CachedFinding[]>;

/**
 * Finds in the rows of a sheet what a check of their draft would find (operation `sheets.findings`), while a person keeps
 * editing: a change ends the search, and the caller has to ask again.
 */
export async function findInSheet(
  context: CoreContext,
  session: SheetSessions,
  input: ParsedInput<'sheets.findings'>,
  signal: AbortSignal,
): Promise<Result<SheetFindings>> {
  const { sheetId, withMethods, isFresh } = input;
  if (withMethods) await learnCodes(context, sheetId, signal);
  const seen = await session.with(sheetId, async (sheet) => {
    const { stored, model, findings } = sheet;
    const isRenewed = renewFindings(context, stored, findings, isFresh);
    // A code that the gateway writes in another case is a problem of its row, with the right code to use.
    if (isRenewed || withMethods) await session.renewRules(stored);
    await renewMarks(context, session, sheet);
    const rows = await soundRows(context, model);
    const totalRow = totalRowOf(model.rows, ({ cells }) => cells, []);
    return succeed({ stored, rows, totalRow, cache: findings });
  });
  if (!seen.ok) return seen;
  const { stored, rows, cache } = seen.value;
  const profile = context.store.findProfile(stored.profileName);
  if (profile === null) return fail('notFound', `The profile ${stored.profileName} was removed.`);
  const { version } = stored;
  const { conditions } = cache;
  // Another search of the sheet has dropped what was known: something was released since, or it has to be found afresh.
  const isOvertaken = (): boolean => cache.conditions !== conditions;
  const isStale = (): boolean =>
    signal.aborted || isOvertaken() || context.store.findSheet(sheetId)?.version !== version;
  const found: Found = new Map();
  const report = await search(context, profile, seen.value, { found, withMethods, signal, isStale });
  if (signal.aborted) return fail('stopped', 'The search was stopped.');
  const kept = await session.with(sheetId, async (sheet) => {
    const isCurrent = report !== null && !isOvertaken() && sheet.stored.version === version;
    if (isCurrent) {
      await sheet.model.cacheFindings(found, context.clock);
      cache.ended = { version, conditions };
    }
    return succeed(isCurrent);
  });
  if (!kept.ok) return kept;
  // Two searches from scratch would overtake each other for ever.
  if (!kept.value && isOvertaken())
    return findInSheet(context, session, { ...input, isFresh: false }, signal);
  if (report === null || !kept.value) return succeed({ ...nothingFound, version });
  const counts = await countsOf(context, found);
  return succeed({ version, isComplete: true, rows: rows.length, ...counts, ...report });
}

const nothingFound = {
  isComplete: false,
  rows: 0,
  toConfirm: 0,
  blocking: 0,
  warnings: 0,
  together: [],
  methods: { distinct: 0, checked: 0, lacking: 0, stoppedBecause: null },
  funds: [],
};

/** Loads the code lists of a profile if they were never loaded: without them no code is corrected. */
async function learnCodes(context: CoreContext, sheetId: string, signal: AbortSignal): Promise<void> {
  const { store } = context;
  const profile = store.findProfile(store.findSheet(sheetId)?.profileName ?? '');
  if (profile !== null) await readFirstCodes(context, profile, signal);
}

type Search = {
  readonly found: Found;
  readonly withMethods: boolean;
  readonly signal: AbortSignal;
  readonly isStale: () => boolean;
};

/** Null if the sheet was changed meanwhile. */
async function search(
  context: CoreContext,
  profile: StoredProfile,
  { stored, rows, totalRow, cache }: Seen,
  { found, withMethods, signal, isStale }: Search,
): Promise<Pick<SheetFindings, 'together' | 'methods' | 'funds'> | null> {
  const { clock, emit } = context;
  // Another search may replace those of the cache at any time.
  const { facts } = cache;
  const amounts = await learnFacts(context, stored, rows, facts, { signal, isStale });
  if (isStale()) return null;
  const known: (readonly [SeenRow, RowFacts])[] = [];
  const add = ({ rowId }: SeenRow, finding: CachedFinding): void => {
    found.set(rowId, (found.get(rowId) ?? []).concat(finding));
  };
  const current: FindingsCache['facts'] = new Map();
  const moneyMethods = methodCollector();
  const totals = runningTotals();
  for await (const some of slicesOf(clock, rows, rowsAtOnce))
    for (const row of some) {
      const ofCells = facts.get(row.cells);
      if (ofCells === undefined) throw new Error('a row was not searched');
      known.push([row, ofCells]);
      current.set(row.cells, ofCells);
      moneyMethods.add({ ...ofCells.row, rowNumber: row.rowNumber });
      totals.add(ofCells.row);
      const { payee, lastAttempt } = ofCells;
      const ofRow = lastAttempt === null ? payee : [lastAttempt, ...payee];
      if (ofRow.length > 0) found.set(row.rowId, ofRow);
    }
  const last = rows.at(-1);
  if (last !== undefined && last.rowNumber === totalRow) add(last, totalRowFinding);
  await findDuplicateRows(context, known, add);
  await addSharedAccounts(context, profile, known, amounts, add);
  const together = await addOverLimits(context, known, add);
  if (isStale()) return null;
  cache.facts = current;
  const asked = moneyMethods.list();
  let stoppedBecause: string | null = null;
  if (withMethods) {
    const onProgress = (done: number): void =>
      emit({ kind: 'progress', id: `check:${stored.sheetId}`, done, total: asked.length });
    ({ stoppedBecause } = await lookUpOptions(
      context,
      { profile, moneyMethods: asked, signal, onProgress },
      true,
    ));
    cache.answers.clear();
  }
  const { checked, lacking } = await findMissingMethods(context, profile, asked, known, cache, add);
  await findUnlistedCurrencies(context, profile, known, cache, add);
  const funds = await fundsOfRows(context, profile, asked, totals.list(), {
    batchId: stored.batchId,
    signal,
  });
  return { together, methods: { distinct: asked.length, checked, lacking, stoppedBecause }, funds };
}

const totalRowFinding: RowFinding = {
  column: 'amount',
  kind: 'totalRow',
  level: 'warn',
  message: totalRowMessage,
  suggestion: null,
};

async function addSharedAccounts(
  context: CoreContext,
  profile: StoredProfile,
  rows: readonly (readonly [SeenRow, RowFacts])[],
  amounts: CountedAmounts,
  add: (row: SeenRow, finding: CachedFinding) => void,
): Promise<void> {
  const counts = new Map<string, number>();
  const accounts: string[] = [];
  for await (const some of slicesOf(context.clock, rows, rowsAtOnce))
    for (const [, { row }] of some) {
      const compared = comparedAccount(bareAccount(accountOf(row)));
      accounts.push(compared);
      counts.set(compared, (counts.get(compared) ?? 0) + 1);
    }
  const parties = new Map<string, RowsOfParty>();
  const byNumber = new Map<number, SeenRow>();
  for (const [index, [seen, { row }]] of rows.entries()) {
    // Nearly every account is in one row, and cannot be shared.
    if ((counts.get(accounts[index] ?? '') ?? 0) > 1) {
      const account = accountOf(row);
      const key = `${account}\n${row.accountName}`;
      const party = parties.get(key) ?? { name: row.accountName, account, rows: [] };
      parties.set(key, party);
      party.rows.push({ ...row, rowNumber: seen.rowNumber });
      byNumber.set(seen.rowNumber, seen);
    }
    if (index % rowsAtOnce === rowsAtOnce - 1) await context.clock.turn();
  }
  for (const finding of await sharedAccounts(context, profile, [...parties.values()], amounts)) {
    const seen = byNumber.get(finding.rowNumber);
    if (seen !== undefined) add(seen, keepPayeeFinding(finding));
  }
}

function accountOf({ accountNumber, emailAddress }: RowFacts['row']): string {
  return accountNumber || emailAddress;
}

/** Marks rows over the limit for one payout; returns the limits that the rows exceed together. */
async function addOverLimits(
  context: CoreContext,
  rows: readonly (readonly [SeenRow, RowFacts])[],
  add: (row: SeenRow, finding: CachedFinding) => void,
): Promise<LimitFault[]> {
  const pages = inPages(context, rows, ([{ rowNumber }, { row }]) => ({ ...row, rowNumber }));
  const over = await findOverLimits(context.store, pages, Number.POSITIVE_INFINITY);
  const together: LimitFault[] = [];
  if (over.length === 0) return together;
  const byNumber = new Map(rows.map(([seen]) => [seen.rowNumber, seen]));
  for (const fault of over) {
    const seen = byNumber.get(overRow(fault) ?? 0);
    if (seen === undefined) together.push(fault);
    else
      add(seen, {
        column: 'amount',
        kind: 'limit',
        level: 'block',
        message: faultText(fault).message,
        suggestion: null,
      });
  }
  return together;
}

async function fundsOfRows(
  context: CoreContext,
  profile: StoredProfile,
  moneyMethods: readonly MoneyMethods[],
  totals: readonly CurrencyTotal[],
  which: Parameters<typeof demandOf>[4],
): Promise<SheetFindings['funds']> {
  const { asOf, balances } = storedBalances(context.store, profile);
  const demand = await demandOf(context, profile, totals, await groupsOf(context.clock, moneyMethods), which);
  const known = { asOf: isoTime(asOf), balances };
  return fundsOf(demand, known, floorsOf(context.store, profile.name));
}

async function countsOf(
  { clock }: CoreContext,
  found: Found,
): Promise<Pick<SheetFindings, 'toConfirm' | 'blocking' | 'warnings'>> {
  const counts = { toConfirm: 0, blocking: 0, warnings: 0 };
  for await (const some of slicesOf(clock, [...found.values()], rowsAtOnce))
    for (const findings of some) {
      const gravest = findings.filter(({ level }) => level !== 'info');
      if (gravest.some(({ kind, level }) => level === 'block' && !isDuplicate(kind))) counts.blocking += 1;
      else if (gravest.some(({ kind }) => isDuplicate(kind))) counts.toConfirm += 1;
      else if (gravest.length > 0) counts.warnings += 1;
    }
  return counts;
}
