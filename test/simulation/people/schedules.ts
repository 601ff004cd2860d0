import { triedForMs } from '../../../contract/batches/schedule-times.ts';
import { BrokenInvariant } from '../checks/broken.ts';
import type { Computer } from '../computer.ts';
import type { RunParts } from '../runs.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const lookEveryMs = 30 * secondMs;
/** A release waits for other requests before it is made. */
const releasingMs = 15 * minuteMs;
const aheadMs = [30 * secondMs, 10 * minuteMs, 60 * minuteMs] as const;
const pastMs = [5 * minuteMs, 90 * minuteMs, 26 * 60 * minuteMs] as const;

/** What comes of a schedule. A person ends it before its time by any of the first four. */
const ends = ['unschedule', 'cancel', 'release', 'change', 'asleep', 'closed', 'restored'] as const;

type Parts = Pick<RunParts, 'computer' | 'time' | 'random'>;

/** A time for a release, in true time. */
export function drawReleaseTime({ time, random }: Parts): number {
  return time.now() + random.pick(aheadMs);
}

/** Whether a release of it is to come. */
export function isScheduled({ store }: Computer, batchId: string): boolean {
  return store.schedules().some((each) => each.batchId === batchId);
}

export function isReleased({ store }: Computer, batchId: string): boolean {
  return (store.findBatch(batchId)?.releasedAt ?? null) !== null;
}

/**
 * A batch that is scheduled for `at` is released then, once and by itself, unless something happens before: then it never leaves by itself, and
 * waits for a person where nobody has ended its schedule.
 */
export async function keepSchedule(parts: Parts, batchId: string, at: number): Promise<void> {
  const { computer, time, random } = parts;
  const { watch } = computer;
  const end = random.chance(0.25) ? null : random.pick(ends);
  const untilEnd = random.below(Math.max(1, at - time.now()));
  await background(parts, batchId, end === null ? at + triedForMs + releasingMs : time.now() + untilEnd);
  if (isReleased(computer, batchId)) return;
  if (end !== null) await endSchedule(parts, { batchId, at, end });
  if (!isReleased(computer, batchId) && !watch.holds.hasEnded(batchId) && !isScheduled(computer, batchId))
    throw new BrokenInvariant(`a schedule is lost: ${batchId}, which nobody unscheduled`);
  if ((await computer.insist('batches.unschedule', { batchId })).ok) watch.holds.endSchedule(batchId);
}

/** Bursar is open until then, or until the batch is released; a crash closes it for moments. */
async function background({ computer, time }: Parts, batchId: string, until: number): Promise<void> {
  while (time.now() < until && !isReleased(computer, batchId)) {
    await computer.insist('runner.start', {});
    await time.sleep(Math.min(lookEveryMs, until - time.now()));
  }
}

async function endSchedule(
  parts: Parts,
  {
    batchId,
    at,
    end,
  }: { readonly batchId: string; readonly at: number; readonly end: (typeof ends)[number] },
): Promise<void> {
  const { computer, time, random } = parts;
  const { watch } = computer;
  const over = at + random.pick(pastMs);
  const batch = computer.store.findBatch(batchId);
  switch (end) {
    case 'unschedule':
      if ((await computer.insist('batches.unschedule', { batchId })).ok) watch.holds.endSchedule(batchId);
      break;
    case 'cancel':
      if ((await computer.insist('batches.cancel', { batchId })).ok) watch.holds.endSchedule(batchId);
      break;
    case 'release':
      watch.holds.releaseNow(batchId);
      await computer.insist('batches.release', { batchId, rowsHash: batch?.rowsHash ?? '' });
      break;
    case 'change': {
      const { sheetId = null } = batch ?? {};
      if (sheetId === null) break;
      // And back, so that the rows are those of the file: what was rejected may be paid again by other rows.
      const [{ reference = '' } = {}] = computer.store.rowsOfBatch(batchId, 0, 1);
      for (const text of [`changed at ${time.now()}`, reference]) {
        const rows = [{ rowId: 1, cells: { reference: text } }];
        const changed = await computer.insist('sheets.change', { sheetId, change: { kind: 'set', rows } });
        if (changed.ok) watch.holds.endSchedule(batchId);
      }
      break;
    }
    case 'asleep':
      watch.holds.endSchedule(batchId);
      await computer.clock.nap(over - time.now());
      break;
    case 'closed':
      computer.restart();
      watch.holds.endSchedule(batchId);
      await time.sleep(over - time.now());
      break;
    case 'restored':
      computer.goBackTo(computer.store.image(), true);
      watch.holds.endSchedule(batchId);
      break;
  }
  await background(parts, batchId, Math.max(time.now(), at) + 3 * minuteMs);
}
