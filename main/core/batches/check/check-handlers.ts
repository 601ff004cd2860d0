import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { noBatch, onBatch, type CoreContext, type Handlers, profileOfBatch } from '../../context.ts';
import { compareWithLast } from '../compare-batches.ts';
import { checkDraft, checkPayees, type Draft } from './check-draft.ts';
import { findInDraft } from './find-in-draft.ts';

/** The checks before the release of a draft, and its report. */
export function checkHandlers(
  context: CoreContext,
): Pick<Handlers, 'batches.check' | 'batches.findings' | 'batches.comparison' | 'payees.findings'> {
  return {
    'batches.check': async ({ batchId, withOptions }, { signal }) => {
      const draft = findDraft(context, batchId);
      return draft.ok ? succeed(await checkDraft(context, draft.value, { withOptions, signal })) : draft;
    },
    'batches.comparison': onBatch(context.store, async (batch) =>
      succeed(await compareWithLast(context, batch)),
    ),
    'payees.findings': onBatch(context.store, async (batch) => succeed(await checkPayees(context, batch))),
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
