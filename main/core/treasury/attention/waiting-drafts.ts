import { overdueAfterMs, triedForMs } from '../../../../contract/batches/schedule-times.ts';
import type { AttentionItem, ScheduleTrouble } from '../../../../contract/treasury/attention.ts';
import type { CoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import type { HeldDraft, StoredSchedule } from '../../ports/index.ts';
import { clocksOf } from '../two-clocks.ts';
import { nothingNamed } from './attention-item.ts';

const listedDrafts = 100;

/** The schedules that Bursar will still release by itself as long as it watches. */
export type ToCome = () => readonly Pick<StoredSchedule, 'batchId'>[];

/** Attention items before the release of drafts: duplicates to confirm, and schedules that Bursar did not carry out. */
export function draftItems(
  context: CoreContext,
  schedules: readonly StoredSchedule[],
  toCome: ToCome,
): AttentionItem[] {
  return [...heldItems(context, schedules), ...scheduleItems(context, schedules, toCome)];
}

/** Drafts with duplicates to confirm; those confirmed with a schedule must be confirmed again if the schedule is refused. */
function heldItems({ store }: CoreContext, schedules: readonly StoredSchedule[]): AttentionItem[] {
  const confirmed = new Set(
    schedules
      .filter(({ error, confirmation }) => error === null && (confirmation?.confirmed ?? null) !== null)
      .map(({ batchId }) => batchId),
  );
  const held = store.heldDrafts(Number.MAX_SAFE_INTEGER).filter(({ batchId }) => !confirmed.has(batchId));
  const rest = Map.groupBy(held.slice(listedDrafts), ({ profileName }) => profileName);
  return [...held.slice(0, listedDrafts).map(heldItem), ...Array.from(rest, restItem)];
}

/** The drafts of a profile that are not listed one by one. */
function restItem([profileName, { length: count }]: readonly [string, readonly HeldDraft[]]): AttentionItem {
  const about = { fileName: '', rows: 0, sameFileAs: null, profileName, batchId: null };
  return { kind: 'heldDuplicates', count, ...about, ...nothingNamed };
}

function heldItem({ batchId, profileName, fileName, rows, sameFileAs }: HeldDraft): AttentionItem {
  const about = { fileName, rows, sameFileAs, profileName, batchId };
  return { kind: 'heldDuplicates', count: Math.max(rows, 1), ...about, ...nothingNamed };
}

/** Scheduled releases that a person has to look at: refused when due, missed, in doubt about the time, or ended by a change of the rows. */
function scheduleItems(
  context: CoreContext,
  schedules: readonly StoredSchedule[],
  toCome: ToCome,
): AttentionItem[] {
  const { store } = context;
  const tried = new Set(toCome().map(({ batchId }) => batchId));
  const kept = schedules.flatMap((schedule) => {
    const trouble = troubleOf(context, schedule, tried);
    return trouble === null ? [] : scheduleItem(schedule, schedule.batchId, trouble);
  });
  const lost = store
    .lostSchedules(listedDrafts)
    .map((schedule) => scheduleItem(schedule, null, { code: 'rowsChanged' }));
  return [...kept, ...lost];
}

function troubleOf(
  context: CoreContext,
  schedule: StoredSchedule,
  tried: ReadonlySet<string>,
): ScheduleTrouble | null {
  const { batchId, error, scheduledFor } = schedule;
  if (error !== null) return { code: 'held', error };
  const { earlier, differenceSeconds } = clocksOf(context, schedule);
  const isLate = earlier - scheduledFor >= overdueAfterMs;
  const isTried = tried.has(batchId);
  if (differenceSeconds !== null)
    return { code: 'clocksApart', differenceSeconds, isLate: isLate && !isTried };
  if (!isLate) return null;
  return isTried ? { code: 'delayed', until: isoTime(scheduledFor + triedForMs) } : { code: 'late' };
}

/** A schedule that a person has to look at; `batchId` is null if it has no draft any longer. */
export function scheduleItem(
  { profileName, fileName, scheduledFor }: Pick<StoredSchedule, 'profileName' | 'fileName' | 'scheduledFor'>,
  batchId: string | null,
  trouble: ScheduleTrouble,
): AttentionItem {
  return {
    kind: 'schedule',
    fileName,
    scheduledFor: isoTime(scheduledFor),
    trouble,
    count: 1,
    profileName,
    batchId,
    ...nothingNamed,
  };
}
