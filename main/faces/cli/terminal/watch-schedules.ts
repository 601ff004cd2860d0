import type { DueReleases } from '../../../../contract/batches/schedule.ts';
import { minuteText } from '../../../../contract/text/clock.ts';
import type { Session } from '../command.ts';
import { CommandFailed } from '../failures.ts';
import type { Output } from './output.ts';

const pollMs = 5000;

/**
 * Releases drafts that become due while a command runs: nothing else can, because the command holds the data folder, and hours
 * later would be too late. Drafts that were due before the command began are left alone.
 */
export function watchSchedules(
  { call }: Session,
  output: Pick<Output, 'progress'>,
  onDue: (due: DueReleases) => void,
): { released(): number; stop(): Promise<void> } {
  let released = 0;
  let looking: Promise<void> | null = null;
  const reported = new Set<string>();
  const look = async (): Promise<void> => {
    // Counted from the start of the program: what comes due while the command looks for due drafts, or sends the first, is not late. A
    // clock that is set meanwhile makes nothing late, and nothing that was late due.
    const due = await call('batches.releaseDue', { lateAfterMs: Math.round(performance.now()) });
    for (const { batchId, scheduledFor } of due.released)
      output.progress.remark(`Released batch ${batchId}, scheduled for ${minuteText(scheduledFor)}.`);
    // What stays due, or was changed in the database, is refused at every look.
    const refused = due.refused.filter((each) => !reported.has(refusedText(each)));
    for (const each of refused) {
      reported.add(refusedText(each));
      output.progress.remark(refusedText(each));
    }
    released += due.released.length;
    onDue({ ...due, refused: refused.filter(({ isTriedAgain }) => !isTriedAgain) });
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((failure: unknown) => {
        if (!(failure instanceof CommandFailed)) throw failure;
        output.progress.remark(failure.appError.message);
      })
      .finally(() => {
        looking = null;
      });
  }, pollMs);
  return {
    released: () => released,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

/** That a scheduled batch was not released, and what becomes of it. */
export function refusedText({ batchId, message, isTriedAgain }: DueReleases['refused'][number]): string {
  return `Batch ${batchId} was not released. ${message}${isTriedAgain ? ' It stays due.' : ' It waits for a person.'}`;
}
