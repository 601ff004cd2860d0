import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keptFolder } from '../kit/temporary-folder.ts';

const folder = keptFolder();

const source = path.resolve(import.meta.dirname, '../../main/keys/core-dumps.ts');
/** Made at run time, so that it stands in memory alone and not in the text of the script. */
const secret = createHash('sha512').update('a key in memory').digest();

/** Crashes a program that holds the secret, with the largest dumps permitted; gives how often the secret stands in the dump, null where there is none. */
function secretsInDump(name: string, before: string): number | null {
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
  return dump === undefined ? null : readFileSync(path.join(home, dump)).indexOf(secret) + 1;
}

it('I8: no core dump of the program holds a key', (context) => {
  if (process.platform !== 'linux') return context.skip();
  const control = secretsInDump('without', '');
  // Some systems give dumps to a program of their own, or forbid them.
  if (control === null) return context.skip();
  expect(control).toBeGreaterThan(0);
  expect(secretsInDump('with', 'keepKeysOutOfCoreDumps();') ?? 0).toBe(0);
});
