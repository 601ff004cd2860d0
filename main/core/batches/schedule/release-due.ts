import type { DueReleases, ScheduledBatch } from '../../../../contract/batches/schedule.ts';
import type { AppError, ErrorCode } from '../../../../contract/errors.ts';
import { fail, type Failure } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context/context.ts';
import { errorOf } from '../../context/refused.ts';
import { clientOf } from '../../context/subject.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredSchedule } from '../../ports/index.ts';
import { releaseBatch } from '../release.ts';
import { clocksOf } from '../../treasury/two-clocks.ts';
import { minuteMs } from '../../../../contract/duration.ts';
import { entryScope } from '../../payments/scope.ts';

type Watch = {
  /** Releases that have been due for longer wait for a person. */
  readonly lateAfterMs: number;
  /** Releases that came due before this moment, unwatched, wait for a person too; by the clock of this computer. */
  readonly since?: number;
};

type Ended =
  | { readonly kind: 'released' | 'early' | 'late' | 'gone' }
  | {
      readonly kind: 'refused';
      readonly error: ErrorCode;
      readonly message: string;
      readonly isTriedAgain: boolean;
    };

/** Releases what is due. */
export type ReleaseDue = (watch: Watch, signal: AbortSignal) => Promise<DueReleases>;

/**
 * Releases each due draft through the one release path, with all its checks; the person confirmed it when scheduling it (I5). A draft
 * that is refused waits for a person; one whose gateway cannot be asked, or whose release throws, stays due and keeps no other waiting.
 */
export function createReleaseDue(context: CoreContext): ReleaseDue {
  const hear = createHearGateway(context);
  return (watch, signal) => releaseAll(context, hear, watch, signal);
}

async function releaseAll(
  context: CoreContext,
  hear: HearGateway,
  watch: Watch,
  signal: AbortSignal,
): Promise<DueReleases> {
  const { store, emit, background } = context;
  const found: DueReleases = { released: [], late: [], refused: [], next: null };
  let hasFailed = false;
  for (const schedule of store.schedules()) {
    // An unconfirmed schedule is reported each time, and no event is written that would make it look confirmed.
    if ((schedule.error !== null && schedule.confirmation !== null) || signal.aborted) continue;
    const named = namedOf(schedule);
    const ended = await endOf(context, hear, schedule, watch, signal).catch((thrown: unknown): Ended => {
      hasFailed = true;
      background?.failed('schedule', thrown);
      return endAfter(context, schedule, errorOf(thrown));
    });
    if (ended.kind === 'released') found.released.push(named);
    if (ended.kind === 'late')
      found.late.push({ ...named, clockDifferenceSeconds: clocksOf(context, schedule).differenceSeconds });
    if (ended.kind === 'early') found.next ??= named.scheduledFor;
    if (ended.kind !== 'refused') continue;
    const { error, message, isTriedAgain } = ended;
    found.refused.push({ ...named, error, message, isTriedAgain });
    emit({ kind: 'batch', id: schedule.batchId });
  }
  if (!hasFailed) background?.worked('schedule');
  return found;
}

async function endOf(
  context: CoreContext,
  hear: HearGateway,
  schedule: StoredSchedule,
  watch: Watch,
  signal: AbortSignal,
): Promise<Ended> {
  const { batchId, scheduledFor, confirmation } = schedule;
  await hear(schedule, signal);
  const untimely = untimelyEnd(context, schedule, watch);
  if (untimely !== null) return { kind: untimely };
  const ended = await releaseScheduled(context, schedule, watch, signal);
  if (ended.kind === 'refused' && !ended.isTriedAgain && confirmation !== null)
    context.store.holdSchedule(batchId, scheduledFor, ended.error, context.clock.now());
  return ended;
}

/** What became of a schedule whose release threw: if it threw after the batch was released, the batch stays released. */
function endAfter({ store }: CoreContext, { batchId }: StoredSchedule, error: AppError): Ended {
  if (store.schedules().some((each) => each.batchId === batchId)) return refusedBy(error, true);
  return { kind: store.findBatch(batchId)?.releasedAt == null ? 'gone' : 'released' };
}

/** Refusals that say nothing about the batch: Bursar tries again until it is late. */
const passingErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'gatewayBusy',
  'gatewayServerError',
  'gatewayUnreachable',
  'gatewayNoAnswer',
  'gatewayAnswerUnreadable',
  'keychainUnavailable',
  'keychainLocked',
  'stopped',
]);

/** Whether somebody who watches like this will release it, as things are: it is confirmed, and neither refused nor late. */
export function isStillToCome(context: CoreContext, schedule: StoredSchedule, watch: Watch): boolean {
  return (
    schedule.error === null &&
    schedule.confirmation !== null &&
    untimelyEnd(context, schedule, watch) !== 'late'
  );
}

/** Either clock may be wrong: a release is due once both say so, and late once one of them does. Null: it is due, and not late. */
function untimelyEnd(
  context: CoreContext,
  schedule: StoredSchedule,
  { lateAfterMs, since = 0 }: Watch,
): 'early' | 'late' | null {
  const { scheduledFor } = schedule;
  const { earlier, later } = clocksOf(context, schedule);
  if (later - scheduledFor > Math.min(lateAfterMs, context.clock.now() - since)) return 'late';
  return earlier < scheduledFor ? 'early' : null;
}

async function releaseScheduled(
  context: CoreContext,
  schedule: StoredSchedule,
  watch: Watch,
  signal: AbortSignal,
): Promise<Ended> {
  const { store } = context;
  const { batchId, scheduledFor, confirmation } = schedule;
  if (confirmation === null) return refusedBy(notConfirmed(batchId).error);
  let end: 'early' | 'late' | null = null;
  // The gateway has just been asked for access, so its clock is known now.
  const confirm = (): Promise<boolean> => {
    end = untimelyEnd(context, schedule, watch);
    return Promise.resolve(end === null);
  };
  const { rowsHash, confirmed } = confirmation;
  const released = await releaseBatch(
    context,
    { batchId, rowsHash, confirmed },
    { signal, confirm },
    schedule,
  );
  if (released.ok) return { kind: 'released' };
  if (end !== null) return { kind: end };
  // A person released, changed or unscheduled it meanwhile.
  const isThere = store
    .schedules()
    .some((each) => each.batchId === batchId && each.scheduledFor === scheduledFor && each.error === null);
  return isThere ? refusedBy(released.error) : { kind: 'gone' };
}

function refusedBy({ code, message }: AppError, isTriedAgain = passingErrors.has(code)): Ended {
  return { kind: 'refused', error: code, message, isTriedAgain };
}

function notConfirmed(batchId: string): Failure {
  return fail(
    'rowsTampered',
    `The schedule of batch ${batchId} is not the one that a person confirmed, so nothing was released. Find out who changed the database.`,
    { batchId },
  );
}

function namedOf({ batchId, fileName, scheduledFor }: StoredSchedule): ScheduledBatch {
  return { batchId, fileName, scheduledFor: isoTime(scheduledFor) };
}

/** How long after an unanswered request the gateway is asked for its time again. */
const askAgainAfterMs = 10 * minuteMs;

/** Asks the gateway of a schedule for its time if that is not known: nothing else may be asked before the schedule is due. */
type HearGateway = (schedule: StoredSchedule, signal: AbortSignal) => Promise<void>;

/** An answer need not be one: without it, this computer's clock alone counts, until a release asks the gateway. */
function createHearGateway({ store, gateway, clock }: CoreContext): HearGateway {
  const askedAt = new Map<string, number>();
  return async ({ batchId, profileName, keyId }, signal) => {
    const profile = store.findProfile(profileName);
    const batch = store.findBatch(batchId);
    if (profile === null || profile.isPrepareOnly || batch === null) return;
    const client = clientOf(gateway, profile);
    const since = Math.abs(clock.now() - (askedAt.get(keyId) ?? 0));
    if (client.gatewayNow() !== null || since < askAgainAfterMs) return;
    askedAt.set(keyId, clock.now());
    await client.call('checkAccess', { scope: entryScope(batch, store) }, { priority: 'polling', signal });
  };
}
