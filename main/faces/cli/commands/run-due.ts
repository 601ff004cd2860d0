import { dayMs, hourMs } from '../../../../contract/duration.ts';
import type { BatchSummary } from '../../../../contract/batches/batch.ts';
import type { DueReleases } from '../../../../contract/batches/schedule.ts';
import { clocksApartText, minuteText } from '../../../../contract/text/clock.ts';
import { textOption, type Command, type OptionValues, type Session } from '../command.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.ts';
import { wrongUsage } from '../failures.ts';
import type { Output } from '../terminal/output.ts';
import { followBatches } from '../terminal/follow.ts';
import { refusedText } from '../terminal/watch-schedules.ts';

const unitMs = { m: 60_000, h: hourMs, d: dayMs } as const;
const usualLateAfter = '2h';

/** For an unattended computer: the system's scheduler runs it every few minutes. */
export const runDue: Command = {
  name: 'run-due',
  options: { 'late-after': 'text', 'no-wait': 'flag' },
  usage: 'run-due [--late-after 30m|2h|1d] [--no-wait]',
  summary: 'release what is scheduled and due, and continue everything unfinished',
  profiles: 'all',
  run: (context) => {
    const lateAfterMs = readLateAfter(context.options);
    return context.withBursar(async (session) => {
      const waiting = await readWaiting(session);
      const due = { ...(await session.call('batches.releaseDue', { lateAfterMs })), waiting };
      report(context.output, due);
      const followed = await followBatches(context, session, {
        batchIds: null,
        mustReach: false,
        // The scheduler's next call has to find the data folder free.
        endsWhenStill: true,
        alsoReported: due,
        onDue: ({ released, refused }) => {
          due.released.push(...released);
          due.refused.push(...refused);
        },
      });
      return worstOf(due, followed);
    });
  },
};

/** A schedule that was refused at an earlier call, or is of a restored backup. */
type Waiting = { readonly batchId: string } & NonNullable<BatchSummary['heldSchedule']>;

/** The schedules that wait for a person: nothing more is tried of them. */
async function readWaiting({ call }: Session): Promise<Waiting[]> {
  const scheduled = await call('batches.scheduled', {});
  return scheduled.flatMap(({ batchId, heldSchedule }) =>
    heldSchedule === null ? [] : { batchId, ...heldSchedule },
  );
}

function readLateAfter(options: OptionValues): number {
  const [, count, unit] =
    /^(\d{1,4})([mhd])$/.exec(textOption(options, 'late-after') ?? usualLateAfter) ?? [];
  const ms = unit === 'm' || unit === 'h' || unit === 'd' ? Number(count) * unitMs[unit] : null;
  if (ms === null || ms > 366 * unitMs.d)
    throw wrongUsage('--late-after takes minutes, hours or days, such as 30m, 2h or 1d.');
  return ms;
}

function report(
  output: Output,
  { released, late, refused, next, waiting }: DueReleases & { readonly waiting: readonly Waiting[] },
): void {
  for (const { batchId, scheduledFor } of released)
    output.print(`Released batch ${batchId}, scheduled for ${minuteText(scheduledFor)}.`);
  for (const { batchId, scheduledFor, clockDifferenceSeconds } of late) {
    const why =
      clockDifferenceSeconds === null
        ? 'which is too long ago'
        : 'which is too long ago by one of two clocks';
    const clocks = clockDifferenceSeconds === null ? '' : ` ${clocksApartText(clockDifferenceSeconds)}`;
    output.remark(
      `Batch ${batchId} was scheduled for ${minuteText(scheduledFor)}, ${why}. It was not released.${clocks} \`bursar release ${batchId}\` releases it now.`,
    );
  }
  for (const each of refused) output.remark(refusedText(each));
  for (const { batchId, scheduledFor, message } of waiting)
    output.remark(
      `Batch ${batchId} was scheduled for ${minuteText(scheduledFor)}, and waits for a person. ${message}`,
    );
  if (released.length + late.length + refused.length === 0)
    output.print(
      next !== null
        ? `Nothing is due. Next release: ${minuteText(next)}.`
        : waiting.length > 0
          ? 'Nothing is due.'
          : 'Nothing is scheduled.',
    );
}

/** A release that was refused outranks the result of the rest of the run. */
function worstOf(
  {
    late,
    refused,
    waiting,
  }: Pick<DueReleases, 'late' | 'refused'> & { readonly waiting: readonly Waiting[] },
  followed: ExitCode,
): ExitCode {
  const [first] = refused;
  if (first !== undefined) return exitCodeOf(first.error);
  return late.length + waiting.length > 0 ? exitCodes.held : followed;
}
