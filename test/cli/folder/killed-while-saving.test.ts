import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../kit/temporary-folder.ts';

/** Enough to be killed in the middle of. */
const bytes = 2 ** 26;
const fewBytes = 2 ** 16;
const writer = new URL('../../../main/faces/cli/terminal/write-new-file.ts', import.meta.url).href;
const saveBytes = (
  count: number,
): string => `const { writeNewFile } = await import(${JSON.stringify(writer)});
await writeNewFile(process.argv[1], new Uint8Array(${count}));`;

it('a file whose saving is killed is not there under its name, and what is there is named after it', async () => {
  const folder = temporaryFolder();
  const words = ['--input-type=module', '-e', saveBytes(bytes), path.join(folder, 'export.csv')];
  const begun = watch(folder);
  const child = spawn(process.execPath, words);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await Promise.race([ended, new Promise((resolve) => begun.once('change', resolve))]);
  child.kill('SIGKILL');
  await ended;
  begun.close();
  const names = readdirSync(folder);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(name).toMatch(/^export\.csv(\.[0-9a-f]{8}\.unfinished)?$/);
    if (name === 'export.csv') expect(statSync(path.join(folder, name)).size).toBe(bytes);
  }
});

it('nor is it there on a file system without links, where it takes its name by a rename', async () => {
  const folder = temporaryFolder();
  const withoutLinks = (rename: string) => `import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.link = () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' }));
    ${rename}
    syncBuiltinESMExports();
    ${saveBytes(fewBytes)}`;
  const run = (script: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script, path.join(folder, 'export.csv')], {
      encoding: 'utf8',
    });
  expect(run(withoutLinks(`fs.rename = () => process.kill(process.pid, 'SIGKILL');`)).signal).toBe('SIGKILL');
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^export\.csv\.[0-9a-f]{8}\.unfinished$/)]);
  expect(run(withoutLinks('')).status).toBe(0);
  expect(statSync(path.join(folder, 'export.csv')).size).toBe(fewBytes);
  expect(run(withoutLinks('')).stderr).toContain('export.csv already exists.');
});
