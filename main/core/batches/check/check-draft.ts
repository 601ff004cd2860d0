import type { PayeeFindings } from '../../../../contract/payees/findings.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context/context.ts';
import { noBatch, profileOfBatch } from '../../context/subject.ts';
import { isoTime, familyFinder } from '../../payments/convert.ts';
import { contentPagesOfBatch, withEach } from '../../payments/pages.ts';
import type { StoredBatch, StoredProfile, PayoutRules, RowContent, Files } from '../../ports/index.ts';
import { readBalances, storedBalances } from '../../treasury/balances.ts';
import { floorsOf } from '../../treasury/floors.ts';
import { limitFindings } from '../../treasury/limits.ts';
import { findDuplicates } from '../duplicates.ts';
import { demandOf, fundsOf } from './funds.ts';
import { groupsOf, methodCollector } from './gather.ts';
import { lookUpOptions } from './look-up.ts';
import { payeeFindingsOf } from '../payee-findings.ts';
import { searchedDraft } from './searched-draft.ts';
import { totalRowOfDraft } from './total-row.ts';
import { otherPayeesOf, retriedEnds } from '../retried-ends.ts';
import { cellsOf } from '../payout-cells.ts';
import { overtakenBy } from '../retry.ts';
import { isSameRules, rulesOf } from '../rules/rules-of-profile.ts';

export type Draft = { readonly batch: StoredBatch; readonly profile: StoredProfile };

/** The draft with this ID; `what` says what is done with drafts only. */
export function findDraft(
  { store }: Pick<CoreContext, 'store'>,
  batchId: string,
  what: 'checked' | 'approved',
): Result<Draft> {
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  if (batch.state !== 'draft')
    return fail('notReleasable', `Batch ${batchId} is ${batch.state}; only a draft is ${what}.`, { batchId });
  const profile = profileOfBatch(store, batch);
  return profile.ok ? succeed({ batch, profile: profile.value }) : profile;
}

/** Checks a draft (operation `batches.check`). */
export async function checkDraft(
  context: CoreContext,
  { batch, profile }: Draft,
  { withOptions, signal }: { readonly withOptions: boolean; readonly signal: AbortSignal },
): Promise<CheckReport> {
  const { emit, store, clock } = context;
  const { batchId, totals } = batch;
  const methods = methodCollector();
  const pages = withEach(contentPagesOfBatch(store, clock, batchId), (rows) => {
    for (const row of rows) methods.add(row);
  });
  const searched = searchedDraft(store, batch);
  const { linked, ...rowProblems } = await findRowProblems(context, profile, pages, searched?.rules ?? null);
  const moneyMethods = methods.list();
  const onProgress = (done: number): void =>
    emit({ kind: 'progress', id: `check:${batchId}`, done, total: moneyMethods.length });
  const balances = await balancesOf(context, profile, withOptions, signal);
  const groups = await groupsOf(clock, moneyMethods);
  const demand = await demandOf(context, profile, totals, groups, { batchId, signal });
  const funds = fundsOf(demand, balances, floorsOf(store, profile.name));
  const options = await lookUpOptions(context, { profile, moneyMethods, signal, onProgress }, withOptions);
  return {
    batchId,
    options,
    funds,
    duplicates: (await findDuplicates(context, batch, signal, searched)).duplicates,
    rowProblems,
    limits: await limitFindings(context, batch),
    totalRow: await totalRowOfDraft(context, batch),
    retried: await retriedEnds(context, linked),
    otherPayees: await otherPayeesOf(context, linked),
  };
}

/** The findings about the payees of a draft. */
export function checkPayees(
  context: CoreContext,
  batch: StoredBatch,
  signal: AbortSignal,
): Promise<PayeeFindings> {
  return payeeFindingsOf(context, batch, { signal, searched: searchedDraft(context.store, batch) });
}

/** Read now if the gateway answers, otherwise as last read. */
async function balancesOf(
  context: CoreContext,
  profile: StoredProfile,
  isAsked: boolean,
  signal: AbortSignal,
): Promise<Parameters<typeof fundsOf>[1]> {
  if (isAsked) {
    const fresh = await readBalances(context, profile, [], signal);
    if (fresh.ok) return fresh.value;
  }
  const { asOf, balances } = storedBalances(context.store, profile);
  return { asOf: isoTime(asOf), balances };
}

const listedProblems = 1000;
const noProblems: ReturnType<Files['checkCells']>['problems'] = [];

/**
 * The problems in the rows of a draft by the current rules: the draft may predate a rule, retry payouts that broke one, or
 * retry a payout that was paid after all. `keptRules` are rules that no row breaks; `linked` are the rows that retry a payout or are retried.
 */
async function findRowProblems(
  context: CoreContext,
  profile: StoredProfile,
  pages: AsyncIterable<readonly RowContent[]>,
  keptRules: PayoutRules | null,
): Promise<CheckReport['rowProblems'] & { readonly linked: readonly RowContent[] }> {
  const { store, files } = context;
  const rules = await rulesOf(context, profile);
  const areKept = keptRules !== null && isSameRules(keptRules, rules);
  const rows: CheckReport['rowProblems']['rows'] = [];
  const linked: RowContent[] = [];
  let count = 0;
  for await (const payments of pages) {
    const hasFamily = familyFinder(store, payments);
    for (const payment of payments) {
      const isLinked = hasFamily(payment);
      if (isLinked) linked.push(payment);
      const overtaken = isLinked ? overtakenBy(store, payment) : null;
      const problems = areKept ? noProblems : files.checkCells(cellsOf(payment, ''), rules).problems;
      if (overtaken === null && problems.length === 0) continue;
      count += 1;
      // A row that must not be paid again needs no other fix.
      for (const { column, fault } of overtaken === null ? problems : [{ column: null, fault: overtaken }])
        if (rows.length < listedProblems) rows.push({ rowNumber: payment.rowNumber, column, fault });
    }
  }
  return { count, rows, linked };
}
