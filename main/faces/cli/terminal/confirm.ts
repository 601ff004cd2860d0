import type { ReleaseSummary } from '../../../../contract/batches/batch.ts';
import { failed, wrongUsage } from '../failures.ts';
import { changeQuestion, type Change } from '../../../../contract/window/change.ts';
import type { CommandContext } from '../command.ts';
import type { CommandHost } from '../host.ts';
import { releaseText } from '../report.ts';

/**
 * How a release is confirmed here (invariant I5): by `--yes`, or by a person who types the answer at a terminal.
 * Without either the command is refused before anything is read.
 */
export function createConfirm({
  options,
  output,
  host,
  signal,
}: Pick<CommandContext, 'options' | 'output' | 'host' | 'signal'>): (
  summary: ReleaseSummary,
  warnings: string,
) => Promise<boolean> {
  const isYes = options['yes'] === true;
  if (!isYes && !isAtTerminal(host))
    throw wrongUsage('No terminal to confirm on. Add --yes to release without confirmation.');
  return async (summary, warnings) => {
    output.remark(releaseText(summary));
    if (warnings !== '') output.remark(warnings);
    if (isYes) return true;
    const word = summary.environment === 'live' ? 'live' : 'yes';
    return typesWord({ host, signal }, word, summary.scheduledFor === null ? 'send' : 'schedule');
  };
}

/** Asks a person at a terminal, unless `--yes`, and ends the command if the change is not wanted; a script that calls it wants it. */
export async function confirmChanges(
  { options, output, host, signal }: Pick<CommandContext, 'options' | 'output' | 'host' | 'signal'>,
  changes: readonly Change[],
): Promise<void> {
  if (options['yes'] === true || !isAtTerminal(host)) return;
  const { message, detail, action } = changeQuestion(changes);
  output.remark(`${message}\n${detail}`);
  if (!(await typesWord({ host, signal }, 'yes', action.toLowerCase())))
    throw failed('changeDeclined', 'Nothing was changed.');
}

function isAtTerminal({ stdin, stderr }: CommandHost): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Ctrl-C, Ctrl-D and a request to end the process are not a confirmation, like any other word. */
async function typesWord(
  { host, signal }: Pick<CommandContext, 'host' | 'signal'>,
  word: string,
  action: string,
): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: host.stdin, output: host.stderr });
  try {
    const question = `\nType ${word} to ${action}, anything else to stop: `;
    const answer = await asking.question(question, { signal });
    return answer.trim().toLowerCase() === word;
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== 'AbortError') throw thrown;
    host.stderr.write('\n');
    return false;
  } finally {
    asking.close();
  }
}
