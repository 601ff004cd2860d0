import type { BatchSummary, ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { PayeeFindings } from '../../../contract/payees/findings.ts';
import type { DuplicateConfirmation } from '../../../contract/batches/duplicates.ts';
import type { KnownKey } from '../../../contract/payments/cause.ts';
import type { ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { olderRecordsText } from '../../../contract/text/attention/older-records.ts';
import { isoTime, toBatchSummary } from '../payments/convert.ts';
import { refuseContradicted } from './contradicted.ts';
import { confirmedDuplicates, holdDuplicates } from './confirm-duplicates.ts';
import { findDuplicates, type DuplicateCheck } from './duplicates.ts';
import { endedRepeatsOf } from './repeats/ended-unpaid.ts';
import { holdChanged, holdRepeats, refuseStopped } from './repeats/hold-repeats.ts';
import type { Call, CoreContext } from '../context/context.ts';
import { noBatch, clientOf, profileOfBatch } from '../context/subject.ts';
import type { StoredBatch, StoredProfile, StoredSchedule } from '../ports/index.ts';
import { refusePrepareOnly } from '../approvals/prepare-only.ts';
import { approvedBy } from '../approvals/known-keys.ts';
import { refuseUnapproved, requireApproved } from '../approvals/refuse-unapproved.ts';
import { rowsOfBatch } from '../payments/pages.ts';
import { refuseBlocked } from '../payees/blocked.ts';
import { refuseEarlyFindings, refuseFindings } from '../payees/refuse-findings.ts';
import { followTemplate } from './follow-template.ts';
import { payeeFindingsOf } from './payee-findings.ts';
import { queueReleased } from './queue-released.ts';
import { keepSchedule, readReleaseTime } from './schedule/keep-schedule.ts';
import { releasePayees } from './release-payees.ts';
import { totalRowOfDraft } from './check/total-row.ts';
import { otherPayeesOf, refuseOtherEnds, retriedEnds } from './retried-ends.ts';
import { nothingReleased, refuseOvertakenRetries, linkedRows } from './retry.ts';
import { actorStore } from '../settings/actor.ts';
import { refuseOverLimit } from '../treasury/limits.ts';
import { timesOf } from '../payments/ask.ts';
import { areWithin, longestBetween, type Times } from '../payments/decision.ts';
import { staysTrueMs } from '../payments/schedule.ts';
import { entryScope } from '../payments/scope.ts';

/**
 * Releases a draft, now or at a later time (operation `batches.release`). Duplicates are held until each is confirmed, no limit may be exceeded, the gateway must accept the authentication,
 * and a person confirms outside the page (I5). Then it happens once (I3), for exactly the rows whose hash was named (I4). `schedule` is the schedule that releases it now.
 */
export async function releaseBatch(
  context: CoreContext,
  { batchId, rowsHash, confirmed, at }: ParsedInput<'batches.release'>,
  { signal, confirm }: Call,
  schedule: Pick<StoredSchedule, 'scheduledFor' | 'confirmation'> | null = null,
): Promise<Result<BatchSummary>> {
  const { store, gateway } = context;
  const time = readReleaseTime(at, context.clock.now());
  if (!time.ok) return time;
  const scheduledFor = time.value;
  const batch = store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  const state = refuseState(batch, rowsHash) ?? refuseOlder(context);
  if (state !== null) return state;
  const profileFound = profileOfBatch(store, batch);
  if (!profileFound.ok) return profileFound;
  const profile = profileFound.value;
  // First, as nothing that a person could mend here would help.
  const isPreparedOnly = refusePrepareOnly(profile, batchId);
  if (isPreparedOnly !== null) return isPreparedOnly;
  const check = await findDuplicates(context, batch, signal);
  const ended = new Set([...check.doubtful.keys(), ...(await endedRepeatsOf(context, batch))]);
  const find = (now = context.clock.now()): Promise<PayeeFindings> =>
    payeeFindingsOf(context, batch, { signal, at: now, sentAt: scheduledFor ?? now });
  // Comparing a draft with every known payee takes seconds: once for the policy and the dialog.
  let found: Promise<PayeeFindings> | null = null;
  const findings = (): Promise<PayeeFindings> => (found ??= find());
  const linked = await linkedRows(context, batch);
  const client = clientOf(gateway, profile);
  let begun = timesOf(context.clock, client);
  const retried = await retriedEnds(context, linked);
  const otherEnds = () =>
    refuseOtherEnds(context, batchId, linked, schedule?.confirmation?.retried ?? retried);
  // With `--yes` nobody sees a status that the gateway reports only now.
  const overtaken = (await refuseOvertakenRetries(context, batch, linked, signal)) ?? (await otherEnds());
  if (overtaken !== null) return overtaken;
  const held = holdDuplicates(batchId, check, confirmed);
  if (held !== null) return held;
  const rows = await rowsOfBatch(context, batch);
  if (rows.rowsHash !== rowsHash) return refuseRelease(batchId, 'changed');
  const ruled = await refuseByRules(context, batch, findings);
  if (ruled !== null) return ruled;
  const contradicted = refuseContradicted(context, profile, { batchId, next: 'release' });
  if (contradicted !== null) return contradicted;
  const sentAt = Math.max(context.clock.now(), scheduledFor ?? 0);
  const unapproved = await refuseUnapproved(context, batch, rows, sentAt);
  if (unapproved !== null) return unapproved;

  const scope = entryScope(batch, store);
  const access = await client.call('checkAccess', { scope }, { priority: 'interactive', signal });
  if (!access.ok) return nothingReleased(access);
  const early = await refuseEarlyFindings(context, batch, client.gatewayNow(), find);
  if (early !== null) return early;
  const changed = await holdChanged(context, batch, ended, confirmed, signal);
  if (changed !== null) return changed;
  const { payees, all } = await releasePayees(context, batch, await findings(), signal);
  const rest = {
    retried,
    otherPayees: await otherPayeesOf(context, linked),
    totalRow: await totalRowOfDraft(context, batch),
    scheduledFor: isoTime(scheduledFor),
  };
  const summary = summaryOf(context, { ...batch, ...rows.paid }, profile, check);
  const shown = timesOf(context.clock, client);
  if (!(await confirm({ ...summary, payees, ...rest }, all)))
    return declined(store.findBatch(batchId), batchId);

  // A person may have taken long to answer. What takes time comes first: whatever was set until its end counts.
  const isOld = scheduledFor === null && !areWithin(staysTrueMs, shown, timesOf(context.clock, client));
  if (isOld) begun = timesOf(context.clock, client);
  const again = isOld ? await refuseOvertakenRetries(context, batch, linked, signal) : null;
  const since =
    again ??
    (isOld ? await holdChanged(context, batch, ended, confirmed, signal) : null) ??
    refuseStopped(batchId, signal) ??
    (await otherEnds());
  if (since !== null) return since;
  // This computer's clock may have been set back meanwhile; the gateway's was not.
  const neededAt = Math.max(context.clock.now(), client.gatewayNow() ?? 0, scheduledFor ?? 0);
  const approved = await requireApproved(context, batch, rows, neededAt);
  if (!approved.ok) return approved;
  const refusedSince =
    refuseContradicted(context, profile, { batchId, next: 'release' }) ??
    (await refuseByRules(context, batch, () => find()));
  if (refusedSince !== null) return refusedSince;
  if (scheduledFor !== null) {
    const later = readReleaseTime(at, context.clock.now(), client.gatewayNow());
    return later.ok ? keepSchedule(context, batch, { scheduledFor, confirmed, retried }) : later;
  }
  const refused = await releaseChecked(context, batch, check, {
    profile,
    ended,
    confirmed,
    schedule,
    approvers: await approvedBy(context, approved.value),
    begun: linked.length + ended.size === 0 ? null : begun,
    signal,
  });
  if (refused !== null) return refused;
  await queueReleased(context, batchId);
  return succeed(toBatchSummary(store, store.findBatch(batchId) ?? batch));
}

/** Refuses what the current rules do not allow: blocked payees, the payee policy, and limits. */
async function refuseByRules(
  context: CoreContext,
  batch: StoredBatch,
  findings: () => Promise<PayeeFindings>,
): Promise<Result<never> | null> {
  return (
    refuseBlocked(context, batch.batchId) ??
    (await refuseFindings(context, batch, findings)) ??
    (await refuseOverLimit(context, batch))
  );
}

/** The gateway may end many failed payouts otherwise at once, and comparing a large draft takes seconds: it is not done for ever. */
const mostChecks = 10;

/**
 * Another window may have released, cancelled or repeated the batch while a person was deciding, and a payout that had failed may have been
 * paid: the store releases it only if nothing in its environment was released, and no payout came back, since the check. Otherwise it is
 * checked again, so a confirmation never covers anything new.
 */
async function releaseChecked(
  context: CoreContext,
  batch: StoredBatch,
  firstCheck: DuplicateCheck,
  {
    profile,
    ended,
    confirmed,
    schedule,
    approvers,
    begun,
    signal,
  }: {
    readonly profile: StoredProfile;
    /** The payouts that its rows repeat and that had ended unpaid. */
    readonly ended: ReadonlySet<number>;
    readonly confirmed: DuplicateConfirmation | null;
    readonly approvers: readonly KnownKey[] | null;
    /** When the gateway was first asked about what its rows retry or repeat; null if it was not. */
    readonly begun: Times | null;
    readonly schedule: Pick<StoredSchedule, 'scheduledFor'> | null;
    readonly signal: AbortSignal;
  },
): Promise<Result<never> | null> {
  const { clock, emit, gateway } = context;
  const { batchId, rowsHash } = batch;
  let check = firstCheck;
  for (let left = mostChecks; left > 0; left -= 1) {
    const toKeep = await confirmedDuplicates(clock, check, confirmed);
    const settings = followTemplate(context, batch);
    // An answer may have contradicted the profile since, also one to a question of this release.
    const contradicted = refuseContradicted(context, profile, { batchId, next: 'release' });
    if (contradicted !== null) return contradicted;
    const released = timesOf(clock, clientOf(gateway, profile));
    const release = actorStore(context).releaseBatch(batchId, {
      rowsHash,
      releasesSeen: check.releasesSeen,
      confirmed: toKeep,
      approvedBy: approvers,
      scheduledFor: schedule?.scheduledFor ?? null,
      gatewayAt: released.gatewayNow,
      askedForMs: begun === null ? 0 : longestBetween(begun, released),
      settings,
      at: released.now,
    });
    if (release === 'released') {
      if (settings.length > 0) emit({ kind: 'settings', id: 'templates' });
      return null;
    }
    if (release !== 'overtaken') return refuseRelease(batchId, release);
    check = await findDuplicates(context, batch, signal);
    const refused =
      (await holdRepeats(context, batch, check, { ended, confirmed })) ??
      // The other release may pay one of these payees.
      (await refuseFindings(context, batch, () => payeeFindingsOf(context, batch, { signal })));
    if (refused !== null) return refused;
  }
  return fail(
    'releaseOvertaken',
    `Other payouts kept changing while batch ${batchId} was compared with them, so it was not released. Release it again.`,
    { batchId },
  );
}

/**
 * If retries are missing from the records, one of them may have paid a row of this release (I11). That includes retries: the gateway knows
 * the order ID of the missing one only if it did not refuse it, and the row may have been retried again.
 */
function refuseOlder({ store }: CoreContext): Result<never> | null {
  const older = store.olderRecords();
  return older?.missesRetries === true ? fail('recordsOlder', olderRecordsText(older)) : null;
}

/** The refusal of operations on drafts only, once a batch is not a draft; null if it is one. */
export function refuseReleased({ batchId, state }: StoredBatch): Result<never> | null {
  return state === 'draft' ? null : refuseRelease(batchId, 'notDraft');
}

function refuseState(batch: StoredBatch, rowsHash: string): Result<never> | null {
  const released = refuseReleased(batch);
  if (released !== null) return released;
  return batch.rowsHash === rowsHash ? null : refuseRelease(batch.batchId, 'changed');
}

function refuseRelease(
  batchId: string,
  reason: 'notFound' | 'notDraft' | 'changed' | 'unscheduled',
): Result<never> {
  switch (reason) {
    case 'notFound':
      return noBatch(batchId);
    case 'notDraft':
      return fail(
        'alreadyReleased',
        `Batch ${batchId} was released or cancelled before. It is not sent a second time.`,
        { batchId },
      );
    case 'unscheduled':
      return fail('releaseChanged', `Batch ${batchId} is no longer scheduled for this time.`, { batchId });
    case 'changed':
      return fail(
        'releaseChanged',
        `The rows of batch ${batchId} are not those that were shown. Review them again, then release.`,
        { batchId },
      );
  }
}

/** A person declined; its schedule, or another window, may have released it while they were thinking. */
function declined(batch: StoredBatch | null, batchId: string): Result<never> {
  if (batch === null) return noBatch(batchId);
  return refuseReleased(batch) ?? fail('releaseDeclined', `Batch ${batchId} was not released.`, { batchId });
}

function summaryOf(
  context: CoreContext,
  batch: StoredBatch,
  profile: { baseUrl: string; merchantCode: string },
  { duplicates }: DuplicateCheck,
): Omit<ReleaseSummary, 'payees' | 'retried' | 'otherPayees' | 'totalRow' | 'scheduledFor'> {
  const { batchId, fileName, profileName, environment, rows, totals, rowsHash } = batch;
  const { sameFileAs, exactRows, possibleRows } = duplicates;
  const areSameRows = sameFileAs?.by === 'rows';
  return {
    batchId,
    fileName,
    profileName,
    environment,
    baseUrl: profile.baseUrl,
    merchantCode: profile.merchantCode,
    rows,
    totals,
    sameFileAs,
    heldRows: areSameRows ? rows : exactRows,
    possibleRows: areSameRows ? 0 : possibleRows,
    durationSeconds: context.requestsPerSecond === null ? 0 : Math.ceil(rows / context.requestsPerSecond),
    rowsHash,
  };
}
