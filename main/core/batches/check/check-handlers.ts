import type { OperationOutput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import { isoTime } from '../../payments/convert.ts';
import { findDuplicates } from '../duplicates.ts';
import type { CoreContext, Handlers } from '../../context.ts';
import type { StoredBatch, StoredProfile } from '../../ports/index.ts';
import { readBalances, storedBalances } from '../../treasury/balances.ts';
import { limitFindings } from '../../treasury/limits.ts';
import { fundsOf } from './funds.ts';
import { gatherWishes } from './gather.ts';
import { lookUpOptions, splitKnown } from './look-up.ts';
import { findFirstTimePayees } from './payees.ts';
import { findRowProblems } from './broken-rules.ts';

/** What is looked at before a draft is released. */
export function checkHandlers(context: CoreContext): Pick<Handlers, 'batches.checkPlan' | 'batches.check'> {
  return {
    'batches.checkPlan': async ({ batchId }) => {
      const draft = findDraft(context, batchId);
      return draft.ok ? succeed(await planOf(context, draft.value)) : draft;
    },
    'batches.check': async ({ batchId, withOptions }, { signal }) => {
      const draft = findDraft(context, batchId);
      return draft.ok ? succeed(await check(context, draft.value, { withOptions, signal })) : draft;
    },
  };
}

type Draft = { readonly batch: StoredBatch; readonly profile: StoredProfile };

function findDraft({ store }: CoreContext, batchId: string): Result<Draft> {
  const batch = store.findBatch(batchId);
  if (batch === null) return fail('notFound', `There is no batch ${batchId}.`, { batchId });
  if (batch.state !== 'draft')
    return fail('notReleasable', `Batch ${batchId} is ${batch.state}; only a draft is checked.`, { batchId });
  const profile = store.findProfile(batch.profileName);
  if (profile === null)
    return fail('notFound', `The profile ${batch.profileName} of batch ${batchId} was removed.`);
  return succeed({ batch, profile });
}

async function planOf(
  context: CoreContext,
  { batch, profile }: Draft,
): Promise<OperationOutput<'batches.checkPlan'>> {
  const wishes = await gatherWishes(context, batch.batchId);
  const { open } = await splitKnown(context, profile, wishes);
  const rate = context.requestsPerSecond;
  const durationSeconds = rate === null ? 0 : Math.ceil(open.length / rate);
  return { distinct: wishes.length, requests: open.length, durationSeconds };
}

async function check(
  context: CoreContext,
  { batch, profile }: Draft,
  { withOptions, signal }: { readonly withOptions: boolean; readonly signal: AbortSignal },
): Promise<CheckReport> {
  const { emit } = context;
  const { batchId, totals } = batch;
  const wishes = await gatherWishes(context, batchId);
  const onProgress = (done: number): void =>
    emit({ kind: 'progress', id: `check:${batchId}`, done, total: wishes.length });
  const funds = fundsOf(totals, await balancesOf(context, profile, withOptions, signal));
  const options = await lookUpOptions(context, { profile, wishes, signal, onProgress }, withOptions);
  return {
    batchId,
    options,
    funds,
    duplicates: (await findDuplicates(context, batch)).duplicates,
    firstTimePayees: await findFirstTimePayees(context, batchId),
    rowProblems: await findRowProblems(context, profile, batchId),
    limits: await limitFindings(context, batch),
  };
}

/** Read now where the gateway is asked and answers, else as they were read last. */
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
  return { asOf: asOf === null ? null : isoTime(asOf), balances };
}
