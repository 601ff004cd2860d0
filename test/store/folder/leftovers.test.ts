import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../main/store/index.ts';
import { addProfile, clock, close, openIn, restoreBackup, temporaryFolder, value } from '../../kit/store.ts';

async function backup(): Promise<string> {
  const store = openIn(temporaryFolder());
  addProfile(store);
  return value(await store.backup(join(temporaryFolder(), 'backup.sqlite'))).path;
}

it('a restore where only the journal of the database was left names the file under which that is kept', async () => {
  const directory = temporaryFolder();
  writeFileSync(join(directory, 'bursar.sqlite-wal'), 'journal');
  const { replaced } = value(await restoreBackup({ directory, backupPath: await backup(), at: 9000 }));
  expect(readFileSync(replaced ?? '', 'utf8')).toBe('journal');
});

it('a folder without its database names every file that is left of it, so that one move is enough to start empty', () => {
  const [directory, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const names = [
    'bursar.damaged-2026-01-01T00-00-00.000Z.sqlite',
    'bursar.restoring.sqlite',
    'bursar.sqlite-wal',
  ];
  for (const name of names) writeFileSync(join(directory, name), 'left');
  const opened = openStore({ directory, clock });
  const message = opened.ok ? expect.fail('it was opened') : opened.error.message;
  expect(message).toContain(`${names.map((name) => join(directory, name)).join(', ')} are left of it`);
  expect(message).toContain('move these files to another folder');
  for (const name of names) renameSync(join(directory, name), join(elsewhere, name));
  close(openIn(directory));
});

it('what an interrupted restore left is not restored over itself, and stays', async () => {
  const directory = temporaryFolder();
  const restoring = join(directory, 'bursar.restoring.sqlite');
  copyFileSync(await backup(), restoring);
  const restored = await restoreBackup({ directory, backupPath: restoring, at: 9000 });
  expect(restored).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  expect(existsSync(restoring)).toBe(true);
});
