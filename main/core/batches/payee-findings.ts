import { PayeeFindingKind, type PayeeFindings } from '../../../contract/payees/findings.ts';
import { requestFactsOf } from '../approvals/kept-facts.ts';
import { filesAbout } from '../approvals/kept-files.ts';
import { verdictOf } from '../approvals/refuse-unapproved.ts';
import { rowsOfBatch } from '../payments/pages.ts';
import type { CoreContext } from '../context/context.ts';
import { findingKeyOf, findPayeeFindings } from '../payees/findings.ts';
import type { StoredBatch } from '../ports/index.ts';
import { stillKnown, type SearchedDraft } from './check/searched-draft.ts';
import { readSetting } from '../settings/settings.ts';

/**
 * Findings about the payees of a draft (operation `payees.findings`). A blocking finding only warns if an approver has seen it:
 * a valid approval now answers a request that names the finding (DESIGN, Payees and changed bank details). A check passes what the
 * search of its sheet found; a release passes nothing.
 */
export async function payeeFindingsOf(
  context: CoreContext,
  batch: StoredBatch,
  {
    signal,
    at = context.clock.now(),
    searched = null,
  }: {
    readonly signal: AbortSignal;
    readonly at?: number;
    readonly searched?: SearchedDraft | null;
  },
): Promise<PayeeFindings> {
  const approved = await approvedFindings(context, batch, at);
  const known = approved.size === 0 ? (stillKnown(context, batch, searched)?.payees ?? null) : null;
  return findPayeeFindings(context, batch, { at, approved, known, signal });
}

async function approvedFindings(
  context: CoreContext,
  batch: StoredBatch,
  at: number,
): Promise<ReadonlySet<string>> {
  const { store } = context;
  const approved = new Set<string>();
  const policy = readSetting(store, 'payeePolicy');
  if (PayeeFindingKind.options.every((kind) => policy[kind] !== 'block')) return approved;
  // Adding up what a draft pays takes a while.
  if (filesAbout(store, batch.batchId).decisions.length === 0) return approved;
  const verdict = await verdictOf(context, batch, await rowsOfBatch(context, batch), {
    at,
    beforeSending: false,
  });
  // Whatever keeps the approvals from being read refuses the release itself.
  if (!verdict.ok) return approved;
  for (const { decision, counts } of verdict.value.decisions)
    if (counts)
      for (const { row, kind } of requestFactsOf(store, decision.request)?.findings ?? [])
        approved.add(findingKeyOf(kind, row));
  return approved;
}
