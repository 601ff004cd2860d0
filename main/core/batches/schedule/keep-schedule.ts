import type { BatchSummary, ReleaseSummary } from '../../../../contract/batches/batch.ts';
import type { DuplicateConfirmation } from '../../../../contract/batches/duplicates.ts';
import { longestAheadMs } from '../../../../contract/batches/schedule-times.ts';
import { fail, succeed, type Failure, type Result } from '../../../../contract/result.ts';
import type { CoreContext } from '../../context/context.ts';
import { noBatch } from '../../context/subject.ts';
import { isoTime, toBatchSummary } from '../../payments/convert.ts';
import type { StoredBatch } from '../../ports/index.ts';
import { actorStore } from '../../settings/actor.ts';
import { gatherMethods, groupsOf } from '../check/gather.ts';

/** When a release should happen; null: now. Refuses times in the past by either clock, and times too far ahead to be intended. */
export function readReleaseTime(
  at: string | null | undefined,
  now: number,
  gatewayNow: number | null = null,
): Result<number | null> {
  if (at === null || at === undefined) return succeed(null);
  const time = Date.parse(at);
  if (!(time > now)) return hasPassed(time, `it is ${isoTime(now)} now`);
  if (gatewayNow !== null && !(time > gatewayNow))
    return hasPassed(time, `it is ${isoTime(gatewayNow)} by the gateway's clock, and ${isoTime(now)} here`);
  if (time - now > longestAheadMs)
    return fail('inputInvalid', `${isoTime(time)} is more than a year ahead. Choose an earlier time.`);
  return succeed(time);
}

function hasPassed(time: number, clocks: string): Failure {
  return fail('inputInvalid', `${isoTime(time)} has passed: ${clocks}. Choose a later time, or release now.`);
}

/** Stores a release that a person has just confirmed until its time; nothing is sent. */
export async function keepSchedule(
  context: CoreContext,
  batch: StoredBatch,
  {
    scheduledFor,
    confirmed,
    retried,
  }: {
    readonly scheduledFor: number;
    readonly confirmed: DuplicateConfirmation | null;
    readonly retried: ReleaseSummary['retried'];
  },
): Promise<Result<BatchSummary>> {
  const { store, clock, emit } = context;
  const { batchId, rowsHash } = batch;
  const payouts = await groupsOf(context.clock, await gatherMethods(context, batchId));
  const kept = actorStore(context).scheduleRelease(batchId, {
    rowsHash,
    scheduledFor,
    confirmed,
    payouts,
    retried,
    at: clock.now(),
  });
  switch (kept) {
    case 'scheduled':
      emit({ kind: 'batch', id: batchId });
      return succeed(toBatchSummary(store, store.findBatch(batchId) ?? batch));
    case 'notFound':
      return noBatch(batchId);
    case 'notDraft':
      return fail('alreadyReleased', `Batch ${batchId} was released or cancelled meanwhile.`, { batchId });
    case 'changed':
      return fail(
        'releaseChanged',
        `The rows of batch ${batchId} are not those that were shown. Review them again, then schedule the release.`,
        { batchId },
      );
  }
}

/** Ends a schedule (operation `batches.unschedule`). */
export function unscheduleBatch(context: CoreContext, batch: StoredBatch): Result<BatchSummary> {
  const { store, clock, emit } = context;
  const { batchId } = batch;
  if (!actorStore(context).unschedule(batchId, clock.now()))
    return fail('notReleasable', `Batch ${batchId} is not scheduled.`, { batchId });
  emit({ kind: 'batch', id: batchId });
  return succeed(toBatchSummary(store, store.findBatch(batchId) ?? batch));
}
