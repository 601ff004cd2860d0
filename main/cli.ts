import { openProgram } from './faces/cli/compiled-code.ts';
import type { CommandHost } from './faces/cli/host.ts';
import type * as CommandLine from './faces/cli/main.ts';
import { keepKeysOutOfCoreDumps } from './keys/core-dumps.ts';

// Runs before anything is typed or read.
keepKeysOutOfCoreDumps();

/** The secrets of one call. Nothing that it starts inherits them: a browser may run for weeks, and report its environment when it crashes. */
const secrets = ['BURSAR_KEY_PASSPHRASE', 'BURSAR_MERCHANT_SECRET'];
const host: CommandHost = {
  env: { ...process.env },
  stdout: process.stdout,
  stderr: process.stderr,
  // Opened only by a command that reads it.
  get stdin() {
    return process.stdin;
  },
};
for (const name of secrets) delete process.env[name];

/** The program `bursar`: the first Ctrl-C stops cleanly, the second at once (requests in flight are then unknown until `resume`). */
const stopping = new AbortController();

/** A terminal and a launcher may both pass on the same Ctrl-C; only a later one counts as the second. */
const sameSignalMs = 500;
let firstSignalAt = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!stopping.signal.aborted) {
      firstSignalAt = Date.now();
      stopping.abort();
    } else if (Date.now() - firstSignalAt > sameSignalMs) {
      // `process.exit` would wait for a file that is being read, which may be a device that returns nothing.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });

// If the launcher is killed, this process ends too, as if it had been killed itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();

// A reader that disconnects (`bursar payouts | head`) is not an error: the command stops as on Ctrl-C, and nothing in flight is cut off.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') cannotWrite(stream, cause.code ?? cause.name);
    stopping.abort();
  });

/** Names a full disk once, although every further piece fails, too. It imports no text: only what starts the program is loaded here. */
function cannotWrite(stream: NodeJS.WriteStream, code: string): void {
  if (process.exitCode === 1) return;
  process.exitCode = 1;
  if (stream === process.stdout)
    process.stderr.write(
      `bursar: Standard output could not be written to its end (${code}); what the command did is recorded. Make room on the disk, or choose another place.\n`,
    );
}

void run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<void> {
  try {
    const program = openProgram(import.meta.dirname, words);
    const { main } = program.load('main') as typeof CommandLine;
    const exitCode = await main(words, stopping.signal, host);
    process.exitCode ??= exitCode;
    if (exitCode === 0) program.keepCompiled();
  } catch (fault) {
    const text = fault instanceof Error ? `${fault.name}: ${fault.message}` : 'unknown';
    process.stderr.write(
      `bursar: internal error (${text}). Everything recorded so far is kept. \`bursar resume\` continues what was released; do not release it again.\n`,
    );
    process.exitCode = 1;
  }
}
