import type { OperationOutput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import { isoTime } from '../../payments/convert.ts';
import { findDuplicates } from '../duplicates.ts';
import type { CoreParts, Handlers } from '../../context.ts';
import type { StoredBatch, StoredProfile } from '../../ports/index.ts';
import { readBalances, storedBalances } from '../../treasury/balances.ts';
import { limitFindings } from '../../treasury/limits.ts';
import { fundsOf } from './funds.ts';
import { gatherWishes } from './gather.ts';
import { lookUpOptions, splitKnown } from './look-up.ts';
import { findFirstTimePayees } from './payees.ts';
import { findRowProblems } from './broken-rules.ts';

/** What is looked at before a draft is released. */
export function checkHandlers(parts: CoreParts): Pick<Handlers, 'batches.checkPlan' | 'batches.check'> {
  return {
    'batches.checkPlan': async ({ batchId }) => {
      const draft = findDraft(parts, batchId);
      return draft.ok ? succeed(await planOf(parts, draft.value)) : draft;
    },
    'batches.check': async ({ batchId, withOptions }, { signal }) => {
      const draft = findDraft(parts, batchId);
      return draft.ok ? succeed(await check(parts, draft.value, { withOptions, signal })) : draft;
    },
  };
}

type Draft = { readonly batch: StoredBatch; readonly profile: StoredProfile };

function findDraft({ store }: CoreParts, batchId: string): Result<Draft> {
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
  parts: CoreParts,
  { batch, profile }: Draft,
): Promise<OperationOutput<'batches.checkPlan'>> {
  const wishes = await gatherWishes(parts, batch.batchId);
  const { open } = await splitKnown(parts, profile, wishes);
  const rate = parts.requestsPerSecond;
  const durationSeconds = rate === null ? 0 : Math.ceil(open.length / rate);
  return { distinct: wishes.length, requests: open.length, durationSeconds };
}

async function check(
  parts: CoreParts,
  { batch, profile }: Draft,
  { withOptions, signal }: { readonly withOptions: boolean; readonly signal: AbortSignal },
): Promise<CheckReport> {
  const { emit } = parts;
  const { batchId, totals } = batch;
  const wishes = await gatherWishes(parts, batchId);
  const onProgress = (done: number): void =>
    emit({ kind: 'progress', id: `check:${batchId}`, done, total: wishes.length });
  const funds = fundsOf(totals, await balancesOf(parts, profile, withOptions, signal));
  const options = await lookUpOptions(parts, { profile, wishes, signal, onProgress }, withOptions);
  return {
    batchId,
    options,
    funds,
    duplicates: (await findDuplicates(parts, batch)).duplicates,
    firstTimePayees: await findFirstTimePayees(parts, batchId),
    rowProblems: await findRowProblems(parts, profile, batchId),
    limits: await limitFindings(parts, batch),
  };
}

/** Read now where the gateway is asked and answers, else as they were read last. */
async function balancesOf(
  parts: CoreParts,
  profile: StoredProfile,
  isAsked: boolean,
  signal: AbortSignal,
): Promise<Parameters<typeof fundsOf>[1]> {
  if (isAsked) {
    const fresh = await readBalances(parts, profile, [], signal);
    if (fresh.ok) return fresh.value;
  }
  const { asOf, balances } = storedBalances(parts.store, profile);
  return { asOf: asOf === null ? null : isoTime(asOf), balances };
}
