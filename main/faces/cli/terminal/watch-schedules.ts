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
  const startedAt = Date.now();
  let released = 0;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const due = await call('batches.releaseDue', { lateAfterMs: Date.now() - startedAt });
    const refused = due.refused.filter(({ isTriedAgain }) => !isTriedAgain);
    for (const { batchId, scheduledFor } of due.released)
      output.progress.remark(`Released batch ${batchId}, scheduled for ${minuteText(scheduledFor)}.`);
    for (const { batchId, message } of refused)
      output.progress.remark(`Batch ${batchId} was not released. ${message} It waits for a person.`);
    released += due.released.length;
    onDue({ ...due, refused });
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
