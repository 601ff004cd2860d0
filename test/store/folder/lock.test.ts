import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../main/store/index.ts';
import {
  addProfile,
  clock,
  close,
  errorCode,
  openIn,
  restoreBackup,
  temporaryFolder,
} from '../../kit/store.ts';

/** How long the database would wait for a lock, unless told otherwise. */
const databaseWaitMs = 5000;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a process that opens this folder; gives it with what it said. */
async function holder(directory: string): Promise<{ child: ChildProcess; said: string }> {
  const program = new URL('holder.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [said]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said: String(said) };
}

it('I3: one process owns a data folder at a time, and a second one learns at once which', async () => {
  const directory = temporaryFolder();
  const { child, said } = await holder(directory);
  expect(said).toBe('open');
  const start = performance.now();
  const refused = openStore({ directory, clock });
  expect(performance.now() - start).toBeLessThan(databaseWaitMs);
  expect(errorCode(refused)).toBe('dataFolderInUse');
  expect(refused.ok ? '' : refused.error.message).toContain(`process ${child.pid}`);
  expect(errorCode(await restoreBackup({ directory, backupPath: import.meta.filename, at: 1 }))).toBe(
    'dataFolderInUse',
  );
});

it('I3: a killed process releases its data folder', async () => {
  const directory = temporaryFolder();
  const { child } = await holder(directory);
  child.kill('SIGKILL');
  await once(child, 'exit');
  openIn(directory);
});

it('I3: holds within a process and against others, also after a second opening failed', async () => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  expect(errorCode(openStore({ directory, clock }))).toBe('dataFolderInUse');
  expect((await holder(directory)).said).toBe('dataFolderInUse');
  close(store);
  expect((await holder(directory)).said).toBe('open');
});

// Windows deletes no file that is open.
describe.skipIf(process.platform === 'win32').each([
  ['deleted', (lock: string) => rmSync(lock)],
  [
    'replaced',
    (lock: string) => {
      rmSync(lock);
      writeFileSync(lock, '');
    },
  ],
])('a lock whose file is %s', (_what, change) => {
  it('I3: is taken again by the next write', async () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    change(join(directory, 'bursar.lock'));
    addProfile(store);
    expect((await holder(directory)).said).toBe('dataFolderInUse');
    addProfile(store, { name: 'second' });
    close(store);
    expect((await holder(directory)).said).toBe('open');
  });

  it('I3: is lost once another process has used the folder: nothing more is written here', async () => {
    const directory = temporaryFolder();
    const store = openIn(directory);
    change(join(directory, 'bursar.lock'));
    const { child, said } = await holder(directory);
    expect(said).toBe('open');
    const taken = /another Bursar has used the data folder since, so this one writes and sends nothing more/;
    expect(() => addProfile(store)).toThrow(taken);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(() => addProfile(store)).toThrow(taken);
    expect(store.listProfiles()).toEqual([]);
    close(store);
    expect(openIn(directory).listProfiles()).toEqual([]);
  });
});
