import type { ReleaseSummary } from '../../../../contract/batches/batch.ts';
import { wrongUsage } from '../failures.ts';
import type { CommandContext } from '../command.ts';
import { releaseText } from '../report.ts';

/**
 * How a release is confirmed here (invariant I5): by `--yes`, or by a person who types the answer at a terminal.
 * Without either the command is refused before anything is read.
 */
export function createConfirm({
  options,
  output,
  host,
}: Pick<CommandContext, 'options' | 'output' | 'host'>): (
  summary: ReleaseSummary,
  warnings: string,
) => Promise<boolean> {
  const isYes = options['yes'] === true;
  if (!isYes && !(host.stdin.isTTY === true && host.stderr.isTTY === true))
    throw wrongUsage(
      'No terminal to confirm on. Add --yes to release without confirmation; nothing was sent.',
    );
  return async (summary, warnings) => {
    output.remark(releaseText(summary));
    if (warnings !== '') output.remark(warnings);
    if (isYes) return true;
    const { createInterface } = await import('node:readline/promises');
    const asking = createInterface({ input: host.stdin, output: host.stderr });
    try {
      const word = summary.environment === 'live' ? 'live' : 'yes';
      const answer = await asking.question(
        `\nType ${word} to ${summary.scheduledFor === null ? 'send' : 'schedule'}, anything else to stop: `,
      );
      return answer.trim().toLowerCase() === word;
    } finally {
      asking.close();
    }
  };
}
