import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keptFolder } from '../kit/temporary-folder.ts';

const folder = keptFolder();

const source = path.resolve(import.meta.dirname, '../../main/keys/core-dumps.ts');
/** Made at run time, so that it stands in memory alone and not in the text of the script. */
const secret = createHash('sha512').update('a key in memory').digest();

/** Crashes a program that holds the secret, with the largest dumps permitted; whether the secret stands in the dump, null where there is none. */
function isInDump(name: string, before: string): boolean | null {
  const home = path.join(folder, name);
  const script = path.join(folder, `${name}.ts`);
  writeFileSync(
    script,
    `import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { keepKeysOutOfCoreDumps } from ${JSON.stringify(source)};
mkdirSync(${JSON.stringify(home)});
process.chdir(${JSON.stringify(home)});
${before}
globalThis.kept = createHash('sha512').update('a key in memory').digest();
process.abort();
`,
  );
  spawnSync('sh', ['-c', 'ulimit -c unlimited; exec "$0" "$1"', process.execPath, script]);
  const dump = readdirSync(home).find((file) => file.startsWith('core'));
  return dump === undefined ? null : isIn(path.join(home, dump));
}

/** Read piece by piece: nearly all of a dump is empty, and memory for the whole takes longer than the rest of the test. */
function isIn(file: string): boolean {
  const dump = openSync(file, 'r');
  const piece = Buffer.alloc(4 * 1024 * 1024);
  // What follows may continue what a piece ends with.
  let kept = 0;
  let isFound = false;
  for (let read = -1; read !== 0 && !isFound;) {
    read = readSync(dump, piece, kept, piece.length - kept, null);
    const end = kept + read;
    isFound = piece.subarray(0, end).includes(secret);
    kept = Math.min(end, secret.length - 1);
    piece.copy(piece, 0, end - kept, end);
  }
  closeSync(dump);
  return isFound;
}

it('I8: no core dump of the program holds a key', (context) => {
  if (process.platform !== 'linux') return context.skip();
  const control = isInDump('without', '');
  // Some systems give dumps to a program of their own, or forbid them.
  if (control === null) return context.skip();
  expect(control).toBe(true);
  expect(isInDump('with', 'keepKeysOutOfCoreDumps();') ?? false).toBe(false);
});
