import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

const program = path.resolve(import.meta.dirname, '../../out/cli/bursar.js');
const appearTimeoutMs = 20_000;

export type TerminalRun = {
  /** What the terminal has shown so far. */
  shown(): string;
  /** Waits until the terminal shows this text. */
  untilShown(text: string): Promise<void>;
  /** Types as a person would; `\u0003` is Ctrl-C. */
  type(text: string): void;
  readonly end: Promise<{ readonly exitCode: number | null; readonly shown: string }>;
};

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** `script` of util-linux provides the terminal; its shell is replaced by the program so that no exit code is the shell's. Elsewhere Python's module `pty` does it. */
function terminalCommand(words: readonly string[]): { command: string; args: string[] } {
  const script = '/usr/bin/script';
  if (process.platform === 'linux' && existsSync(script))
    return { command: script, args: ['-qec', `exec ${words.map(quoted).join(' ')}`, '/dev/null'] };
  const python = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  return { command: 'python3', args: ['-c', python, ...words] };
}

/** Starts the built command line at its own terminal, where an answer is typed whenever one of these questions appears. */
export function startAtTerminal(
  words: readonly string[],
  answers: Readonly<Record<string, string>> = {},
): TerminalRun {
  const { command, args } = terminalCommand([process.execPath, program, ...words]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  // Input for a program that has ended is dropped.
  child.stdin.on('error', () => undefined);
  let answeredUntil = 0;
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    for (const [question, answer] of Object.entries(answers)) {
      const at = text.indexOf(question, answeredUntil);
      if (at === -1) continue;
      answeredUntil = at + question.length;
      child.stdin.write(answer);
    }
  });
  const end = new Promise<{ exitCode: number | null; shown: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, shown: text }));
  });
  return {
    shown: () => text,
    async untilShown(expected) {
      const signal = AbortSignal.timeout(appearTimeoutMs);
      while (!text.includes(expected)) {
        if (child.stdout.closed || signal.aborted)
          throw new Error(`the terminal does not show ${expected}: ${text}`);
        await Promise.race([once(child.stdout, 'data', { signal }), end]).catch(() => undefined);
      }
    },
    type: (typed) => child.stdin.write(typed),
    end,
  };
}
