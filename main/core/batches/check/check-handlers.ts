import { succeed } from '../../../../contract/result.ts';
import type { CoreContext, Handlers } from '../../context/context.ts';
import { onBatch } from '../../context/subject.ts';
import { compareWithLast } from '../compare-batches.ts';
import { checkDraft, checkPayees, findDraft } from './check-draft.ts';
import { findInDraft } from './find-in-draft.ts';

/** The checks before the release of a draft, and its report. */
export function checkHandlers(context: CoreContext) {
  return {
    'batches.check': async ({ batchId, withOptions }, { signal }) => {
      const draft = findDraft(context, batchId, 'checked');
      return draft.ok ? succeed(await checkDraft(context, draft.value, { withOptions, signal })) : draft;
    },
    'batches.comparison': onBatch(context.store, async (batch, { signal }) =>
      succeed(await compareWithLast(context, batch, signal)),
    ),
    'payees.findings': onBatch(context.store, async (batch, { signal }) =>
      succeed(await checkPayees(context, batch, signal)),
    ),
    'batches.findings': ({ batchId }, { signal }) => {
      const draft = findDraft(context, batchId, 'checked');
      return draft.ok ? findInDraft(context, draft.value, signal) : draft;
    },
  } satisfies Partial<Handlers>;
}
