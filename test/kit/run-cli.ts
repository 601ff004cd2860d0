import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { openProgram } from '../../main/faces/cli/compiled-code.ts';
import type * as CommandLine from '../../main/faces/cli/main.ts';

// For runs outside vitest, which sets its own.
process.env['BURSAR_STATE_DIR'] ??= path.join(tmpdir(), 'bursar-test-state');
const folder = path.resolve(import.meta.dirname, '../../out/cli');

export type CliEnd = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

export type CliRun = { readonly child: ChildProcess; readonly end: Promise<CliEnd> };

/** The variables that commands read; any other belongs to Node or to a library, which read those of the whole process. */
const readByCommands = /^BURSAR_|_PROXY$|^XDG_(?:DATA|STATE)_HOME$/i;

let commandLine: typeof CommandLine | null = null;

/**
 * Runs the built command line to its end inside this process: the function that the program itself calls, with this environment added to
 * this process's own and `input` as standard input, which a person types if `isAtTerminal`. For tests of what a command does. Properties of a process (signals, a
 * terminal, its own exit, several programs at once, its memory, the variables that libraries read) are tested with
 * `runProgram` and `startCli`. An exception inside the program rejects.
 */
export async function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
  isAtTerminal = false,
): Promise<CliEnd> {
  for (const name of Object.keys(environment))
    if (!readByCommands.test(name))
      throw new Error(`${name} has a meaning for a process only: use runProgram`);
  commandLine ??= openProgram(folder, null).load('main') as typeof CommandLine;
  const { main } = commandLine;
  const stdin = new PassThrough();
  stdin.end(input);
  const stdout = gatheredText();
  const stderr = gatheredText();
  const host = {
    env: { ...process.env, ...environment },
    stdin: Object.assign(stdin, { isTTY: isAtTerminal }),
    stdout: stdout.stream,
    stderr: Object.assign(stderr.stream, { isTTY: isAtTerminal }),
  };
  const exitCode = await main(words, new AbortController().signal, host);
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

function gatheredText(): { stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('utf8') };
}

/**
 * Starts the built command line as a separate process; `environment` is added to this process's own, `input` is its standard
 * input.
 */
export function startCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): CliRun {
  const child = spawn(process.execPath, [path.join(folder, 'bursar.js'), ...words], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A process that reads none of it may exit before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const end = new Promise<CliEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...output }));
  });
  return { child, end };
}

/** Runs the built command line as a separate process to its end. */
export function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CliEnd> {
  return startCli(words, environment, input).end;
}
