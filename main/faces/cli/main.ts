import path from 'node:path';
import { commandFirst, readCommandLine, type CommandLine } from './command-line.ts';
import { textOption, type CommandContext } from './command.ts';
import { usualDataDirectory } from '../window/usual-data-directory.ts';
import { unreadableRecordsText } from '../../../contract/text/attention/left-out-text.ts';
import { busyText } from '../../../contract/text/failure.ts';
import { helpFor } from './help/help.ts';
import type { CommandHost } from './host.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { CommandFailed } from './failures.ts';
import { createOutput, errorJson, type Output } from './terminal/output.ts';
import { expectProfile, openSession } from './session.ts';
import { expectNewFile } from './terminal/write-new-file.ts';
import { announceLongUpdate } from './announce-long-update.ts';

/**
 * Runs one command line and returns its exit code; errors are printed on standard error, or as JSON. When `signal` aborts, the
 * command stops cleanly.
 */
export async function main(
  words: readonly string[],
  signal: AbortSignal,
  host: CommandHost,
): Promise<ExitCode> {
  const output = createOutput(words.includes('--json'), host);
  try {
    const ordered = commandFirst(words);
    const help = helpFor(ordered);
    if (help === null) {
      const line = readCommandLine(ordered);
      await expectNewFiles(line);
      return await line.command.run(contextOf(line, { output, signal, host }));
    }
    host.stdout.write(`${help}\n`);
    return exitCodes.done;
  } catch (thrown) {
    if (!(thrown instanceof CommandFailed)) throw thrown;
    output.json({ error: errorJson(thrown.appError) });
    output.error(thrown.appError);
    return thrown.exitCode;
  }
}

/** A command with an output file does not run if that file could not be written. */
async function expectNewFiles({ command, options }: CommandLine): Promise<void> {
  for (const [name, kind] of Object.entries(command.options)) {
    const file = textOption(options, name);
    if (kind === 'newFile' && file !== null) await expectNewFile(file);
  }
}

function contextOf(
  line: CommandLine,
  { output, signal, host }: { output: Output; signal: AbortSignal; host: CommandHost },
): CommandContext {
  const { options, arguments: given } = line;
  const directory = path.resolve(
    textOption(options, 'data-dir') ?? nonEmpty(host.env['BURSAR_DATA_DIR']) ?? usualDataDirectory(host.env),
  );
  const keyPath = textOption(options, 'key-file') ?? nonEmpty(host.env['BURSAR_KEY_FILE']);
  const keyFile =
    keyPath === null ? null : { path: keyPath, passphrase: nonEmpty(host.env['BURSAR_KEY_PASSPHRASE']) };
  return {
    arguments: given,
    options,
    output,
    directory,
    signal,
    host,
    withBursar: async (use) => {
      await announceLongUpdate(directory, output);
      const { compose, systemUser } = await import('../../compose.ts');
      const bursar = await compose({ directory, keyFile, environment: host.env });
      if (!bursar.ok) throw new CommandFailed(bursar.error);
      if (bursar.value.isNewFolder)
        output.remark(`bursar: ${directory} had no Bursar data, so a new data folder was created there.`);
      if (bursar.value.notice !== null) output.remark(`bursar: ${bursar.value.notice}`);
      const unsubscribe = bursar.value.subscribe((event) => {
        if (event.kind === 'busy') output.progress.remark(busyText(event));
        if (event.kind === 'leftOut') output.remark(`bursar: ${unreadableRecordsText([event.id], 1)}`);
      });
      try {
        const { progress } = output;
        const session = openSession(bursar.value, { signal, systemUser: systemUser(), progress });
        await expectProfile(session, line);
        return (await use(session)) ?? exitCodes.done;
      } finally {
        unsubscribe();
        await bursar.value.close();
      }
    },
  };
}

function nonEmpty(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
