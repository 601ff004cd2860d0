import type { OperationOutput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { noBatch, type CoreContext, type Handlers, profileOfBatch } from '../../context.ts';
import { compareWithLast } from '../compare-batches.ts';
import { payeeFindingsOf } from '../payee-findings.ts';
import { checkDraft, type Draft } from './check-draft.ts';
import { findInDraft } from './find-in-draft.ts';
import { gatherMethods } from './gather.ts';
import { questionsOf, splitKnown } from './look-up.ts';

/** The checks before the release of a draft, and its report. */
export function checkHandlers(
  context: CoreContext,
): Pick<
  Handlers,
  'batches.checkPlan' | 'batches.check' | 'batches.findings' | 'batches.comparison' | 'payees.findings'
> {
  return {
    'batches.checkPlan': async ({ batchId }) => {
      const draft = findDraft(context, batchId);
      return draft.ok ? succeed(await planOf(context, draft.value)) : draft;
    },
    'batches.check': async ({ batchId, withOptions }, { signal }) => {
      const draft = findDraft(context, batchId);
      return draft.ok ? succeed(await checkDraft(context, draft.value, { withOptions, signal })) : draft;
    },
    'batches.comparison': async ({ batchId }) => {
      const batch = context.store.findBatch(batchId);
      return batch === null ? noBatch(batchId) : succeed(await compareWithLast(context, batch));
    },
    'payees.findings': async ({ batchId }) => {
      const batch = context.store.findBatch(batchId);
      return batch === null ? noBatch(batchId) : succeed(await payeeFindingsOf(context, batch));
    },
    'batches.findings': ({ batchId }, { signal }) => {
      const draft = findDraft(context, batchId);
      return draft.ok ? findInDraft(context, draft.value, signal) : draft;
    },
  };
}

function findDraft({ store }: CoreContext, batchId: string): Result<Draft> {
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  if (batch.state !== 'draft')
    return fail('notReleasable', `Batch ${batchId} is ${batch.state}; only a draft is checked.`, { batchId });
  const profile = profileOfBatch(store, batch);
  return profile.ok ? succeed({ batch, profile: profile.value }) : profile;
}

async function planOf(
  context: CoreContext,
  { batch, profile }: Draft,
): Promise<OperationOutput<'batches.checkPlan'>> {
  const moneyMethods = await gatherMethods(context, batch.batchId);
  const questions = questionsOf(await splitKnown(context, profile, moneyMethods));
  const rate = context.requestsPerSecond;
  const durationSeconds = rate === null ? 0 : Math.ceil(questions.length / rate);
  return { distinct: moneyMethods.length, requests: questions.length, durationSeconds };
}
