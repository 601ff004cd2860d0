import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, milliseconds, times, type Figure } from '../kit/figure.ts';

const program = path.resolve(import.meta.dirname, '../../../out/cli/bursar.js');
const processorTime = path.join(import.meta.dirname, 'processor-time.cjs');
const rounds = 25;
/** How many times a Node that does nothing a command may take. */
const aim = 4;

type Subject = { readonly name: string; readonly arguments: readonly string[]; readonly tookMs: number[] };

/** The processor time of commands that do next to nothing, from start to end, in turn with a Node that does nothing. */
export function starting(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-bench-start-'));
  try {
    const nothing: Subject = { name: 'node -e 0', arguments: ['-e', '0'], tookMs: [] };
    const commands = ['help', 'batch list', 'payouts'].map((words): Subject => ({
      name: `bursar ${words}`,
      arguments: [program, ...words.split(' '), '--data-dir', path.join(directory, 'data')],
      tookMs: [],
    }));
    const environment = { ...process.env, XDG_CACHE_HOME: directory };
    // The first start creates the data folder and the compiled code, the second finds both.
    for (const { arguments: words } of [...commands, ...commands]) start(words, environment);
    for (let round = 0; round < rounds; round += 1)
      for (const subject of [nothing, ...commands])
        subject.tookMs.push(start(subject.arguments, environment));
    return Promise.resolve(commands.map((command) => figureOf(command, nothing)));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function start(words: readonly string[], env: NodeJS.ProcessEnv): number {
  const { status, output } = spawnSync(process.execPath, ['--require', processorTime, ...words], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${String(status)}`);
  return Number(output[3]) / 1000;
}

function figureOf(command: Subject, nothing: Subject): Figure {
  const ratio = median(command.tookMs) / median(nothing.tookMs);
  const words = ({ tookMs }: Subject): string =>
    `${milliseconds(median(tookMs))} (least ${milliseconds(Math.min(...tookMs))})`;
  return {
    name: `Processor time to start and end \`${command.name}\``,
    measured: words(command),
    limit: `${words(nothing)} of \`${nothing.name}\``,
    ratio: times(ratio),
    aim: { words: `at most ${aim} ×`, isMet: ratio <= aim },
  };
}
