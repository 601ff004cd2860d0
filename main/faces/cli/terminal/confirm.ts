import type { ReleaseSummary } from '../../../../contract/batches/batch.ts';
import { wrongUsage } from '../failures.ts';
import type { Output } from './output.ts';
import { releaseText } from '../report.ts';

/**
 * How a release is confirmed here (invariant I5): by `--yes`, or by a person who types the answer at a terminal.
 * Without either the command is refused before anything is read.
 */
export function createConfirm(
  isYes: boolean,
  output: Output,
): (summary: ReleaseSummary, warnings: string) => Promise<boolean> {
  if (!isYes && !(process.stdin.isTTY && process.stderr.isTTY))
    throw wrongUsage(
      'No terminal to confirm on. Add --yes to release without confirmation; nothing was sent.',
    );
  return async (summary, warnings) => {
    output.remark(releaseText(summary));
    if (warnings !== '') output.remark(warnings);
    if (isYes) return true;
    const { createInterface } = await import('node:readline/promises');
    const asking = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const word = summary.environment === 'live' ? 'live' : 'yes';
      const answer = await asking.question(`\nType ${word} to send, anything else to stop: `);
      return answer.trim().toLowerCase() === word;
    } finally {
      asking.close();
    }
  };
}
