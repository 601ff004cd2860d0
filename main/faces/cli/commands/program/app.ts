import { largestPort } from '../../../../../contract/receiving/callbacks.ts';
import { existsSync } from 'node:fs';
import { electronMainFile } from '../../../window/places.ts';
import { textOption, type Command, type CommandContext } from '../../command.ts';
import { findElectron } from '../../electron-binary.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { CommandFailed, wrongUsage } from '../../failures.ts';
import { announceLongUpdate } from '../../announce-long-update.ts';
import { readNumber } from './read-number.ts';

export const app: Command = {
  name: 'app',
  options: { port: 'text', 'no-open': 'flag', browser: 'flag' },
  usage: 'app [--browser] [--port N] [--no-open]',
  summary: 'open the window, or the browser if Electron is not installed',
  run: async (context) => {
    const port = readNumber(context.options, 'port', 0, largestPort);
    if (textOption(context.options, 'key-file') !== null)
      throw wrongUsage(
        'The window signs only with the keys of its profiles. Import the key file there instead of using --key-file.',
      );
    const electron = findElectron();
    const isForBrowser = context.options['browser'] === true || port !== 0;
    if (!isForBrowser && electron !== null && existsSync(electronMainFile))
      return runElectron(context, electron);
    if (!isForBrowser && electron === null)
      context.output.remark(
        'Electron is not installed, so Bursar opens in the browser, for sandbox profiles only.',
      );
    return runInBrowser(context, port);
  },
};

async function runInBrowser({ directory, output, signal, options }: CommandContext, port: number) {
  await announceLongUpdate(directory, output);
  const [{ terminalOf }, { startLoopback }, { openBrowser, removeBrowserPage }] = await Promise.all([
    import('../../../loopback/ask-person.ts'),
    import('../../../loopback/start.ts'),
    import('../../terminal/open-browser.ts'),
  ]);
  const started = await startLoopback({ directory, port, ask: terminalOf() });
  if (!started.ok) throw new CommandFailed(started.error);
  const { address, entered, close } = started.value;
  output.json({ address });
  const isOpened = options['no-open'] !== true && (await openBrowser(address, directory));
  void entered.then(() => removeBrowserPage(directory));
  output.print(
    isOpened
      ? 'Bursar is open in your browser. If it is not, open this address, which works once:'
      : 'Open this address in a browser on this computer; it works once:',
  );
  output.print(`  ${address}`);
  output.print('Ctrl-C ends Bursar after recording what is in progress.');
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await removeBrowserPage(directory);
  await close();
  return exitCodes.done;
}

/** Runs the desktop app until its last window is closed; Ctrl-C asks it to end. */
async function runElectron({ directory, signal }: CommandContext, program: string): Promise<ExitCode> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(program, [electronMainFile, `--data-dir=${directory}`], { stdio: 'inherit' });
    const end = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', end);
    child.on('error', reject);
    child.on('exit', (code) => {
      signal.removeEventListener('abort', end);
      resolve(code === 0 ? exitCodes.done : exitCodes.fault);
    });
  });
}
