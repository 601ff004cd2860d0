import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patchesOf, type Fault, type Patch } from './faults.ts';

const copied = ['contract', 'main', 'renderer', 'sandbox', 'test', 'package.json', 'tsconfig.json'];
/** What tests of evidence read of the build. */
const built = ['out/verifier', 'out/fonts'];
const runsAtMost = 3000;
const tailCharacters = 400;

export type Planting = {
  readonly fault: Fault;
  /** How it was noticed; null: it survived. */
  readonly noticed: string | null;
  /** Simulations until then. */
  readonly runs: number | null;
};

/** A copy of the tree in which faults are planted, one at a time. */
export class Garden {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bursar-faults-'));

  constructor(root: string) {
    for (const name of [...copied, ...built])
      cpSync(join(root, name), join(this.#folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
  }

  /** The test files that were seen to pass in the copy as it is. */
  readonly #sound = new Map<string, Promise<boolean>>();

  /** Plants a fault, waits for what has to notice it, and takes it out again. Throws when a patch does not apply. */
  async plant(fault: Fault): Promise<Planting> {
    await this.#ensureSound(fault);
    const patches = patchesOf(fault);
    const paths = [...new Set(patches.map(({ file }) => join(this.#folder, file)))];
    const sources = paths.map((path) => readFileSync(path, 'utf8'));
    try {
      for (const patch of patches) {
        const path = join(this.#folder, patch.file);
        writeFileSync(path, patched(readFileSync(path, 'utf8'), patch));
      }
      return await this.#lookFor(fault);
    } finally {
      for (const [index, path] of paths.entries()) writeFileSync(path, sources[index] ?? '');
    }
  }

  /** Throws where a test fails without the fault too: it would notice anything. */
  async #ensureSound({ name, caughtBy }: Fault): Promise<void> {
    if (caughtBy === 'simulation') return;
    for (const file of caughtBy) {
      const passes = this.#sound.get(file) ?? this.#passes(file);
      this.#sound.set(file, passes);
      if (!(await passes)) throw new Error(`${name}: ${file} does not pass without the fault.`);
    }
  }

  async #passes(file: string): Promise<boolean> {
    return (await this.#node(testFiles([file]))).exitCode === 0;
  }

  async #lookFor(fault: Fault): Promise<Planting> {
    const { caughtBy, always, within = runsAtMost } = fault;
    const isSimulated = caughtBy === 'simulation';
    const often = always === undefined ? [] : ['--always', always];
    const command = isSimulated
      ? ['test/simulation/main.ts', '--until-failure', '--workers', '1', '--runs', String(within), ...often]
      : testFiles(caughtBy);
    const { exitCode, output } = await this.#node(command);
    if (exitCode === 0) return { fault, noticed: null, runs: null };
    if (!isSimulated) {
      if (!/Tests +\d+ failed/.test(output))
        throw new Error(`${fault.name}: ${output.slice(-tailCharacters)}`);
      return { fault, noticed: caughtBy.join(', '), runs: null };
    }
    const [, words] = /^seed \d+: (.*) \(replay/m.exec(output) ?? [];
    const [, runs] = /^(\d+) seeds from/m.exec(output) ?? [];
    // A program that does not even begin has noticed nothing.
    if (words === undefined || runs === undefined)
      throw new Error(`${fault.name}: ${output.slice(-tailCharacters)}`);
    return { fault, noticed: words, runs: Number(runs) };
  }

  #node(words: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
    const child = spawn(process.execPath, words, {
      cwd: this.#folder,
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (exitCode) => resolve({ exitCode, output }));
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function testFiles(files: readonly string[]): string[] {
  return ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/faults/vitest.config.ts', ...files];
}

/** The source with the fault; throws where it does not have the patched text exactly once. */
export function patched(source: string, { file, find, put = '' }: Patch): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`${file} has the text of a fault ${parts.length - 1} times, not once: ${find}`);
  return parts.join(put);
}
