import type { ShownFinding } from '../../../contract/approvals/shown-findings.ts';
import { PayeeFindingKind, type PayeeFindings } from '../../../contract/payees/findings.ts';
import { requestFactsOf } from '../approvals/kept-facts.ts';
import { filesAbout } from '../approvals/kept-files.ts';
import { verdictOf } from '../approvals/refuse-unapproved.ts';
import { clientOf } from '../context/subject.ts';
import { rowsOfBatch } from '../payments/pages.ts';
import type { CoreContext } from '../context/context.ts';
import { findPayeeFindings, type Lift } from '../payees/findings.ts';
import { liftOf } from '../payees/lift-of.ts';
import type { FoundPayee } from '../payees/one-finding.ts';
import type { StoredBatch } from '../ports/index.ts';
import { stillKnown, type SearchedDraft } from './check/searched-draft.ts';
import { readSetting } from '../settings/settings.ts';

/**
 * Findings about the payees of a draft (operation `payees.findings`). A blocking finding only warns if an approver has seen it:
 * a valid approval answers a request that shows the finding as one that warns or blocks (docs/decisions/0021). A check passes what the
 * search of its sheet found; a release passes nothing.
 */
export async function payeeFindingsOf(
  context: CoreContext,
  batch: StoredBatch,
  {
    signal,
    at = context.clock.now(),
    sentAt = at,
    searched = null,
  }: {
    readonly signal: AbortSignal;
    readonly at?: number;
    /** When approvals have to be valid, if that is later: the time for which it is scheduled. */
    readonly sentAt?: number;
    readonly searched?: SearchedDraft | null;
  },
): Promise<PayeeFindings> {
  const approved = await approvedFindings(context, batch, Math.max(at, sentAt));
  const known = approved.size === 0 ? (stillKnown(context, batch, searched)?.payees ?? null) : null;
  const lift = (found: FoundPayee): Lift | null =>
    liftOf(found, approved.get(keyOf(found.kind, found.rowNumber)) ?? []);
  return findPayeeFindings(context, batch, { at, liftOf: lift, known, signal });
}

/** What approved requests show about each row, by `keyOf`. */
async function approvedFindings(
  context: CoreContext,
  batch: StoredBatch,
  at: number,
): Promise<ReadonlyMap<string, readonly ShownFinding[]>> {
  const { store, gateway, clock } = context;
  const none = new Map<string, readonly ShownFinding[]>();
  const policy = readSetting(store, 'payeePolicy');
  if (PayeeFindingKind.options.every((kind) => policy[kind] !== 'block')) return none;
  // Adding up what a draft pays takes a while.
  if (filesAbout(store, batch.batchId).decisions.length === 0) return none;
  const profile = store.profileOfKey(batch.keyId);
  if (profile === null) return none;
  const gatewayNow = clientOf(gateway, profile).gatewayNow() ?? 0;
  const verdict = await verdictOf(context, batch, await rowsOfBatch(context, batch), {
    // An approval expires by whichever clock is later.
    at: Math.max(at, clock.now(), gatewayNow),
    beforeSending: false,
  });
  // Whatever keeps the approvals from being read refuses the release itself.
  if (!verdict.ok) return none;
  const shown = verdict.value.decisions
    .filter(({ approves }) => approves)
    .flatMap(({ decision }) => requestFactsOf(store, decision.request)?.findings ?? []);
  return Map.groupBy(shown, ({ kind, row }) => keyOf(kind, row));
}

function keyOf(kind: string, row: number | null): string {
  return `${kind} ${row}`;
}
