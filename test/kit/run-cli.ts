import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

// For runs outside of vitest, which names one of its own.
process.env['BURSAR_STATE_DIR'] ??= path.join(tmpdir(), 'bursar-test-state');
const program = path.resolve(import.meta.dirname, '../../out/cli/bursar.js');

export type CliEnd = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

export type CliRun = { readonly child: ChildProcess; readonly end: Promise<CliEnd> };

/**
 * Starts the built command line as a process of its own; `environment` is added to this process's own, `input` is its standard
 * input.
 */
export function startCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): CliRun {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A process that reads nothing of it may be gone before it is written.
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

/** Runs the built command line to its end. */
export function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CliEnd> {
  return startCli(words, environment, input).end;
}
