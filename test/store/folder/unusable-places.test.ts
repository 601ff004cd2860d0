import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Result } from '../../../contract/result.ts';
import { openStore } from '../../../main/store/index.ts';
import { addProfile, clock, close, openIn, restoreBackup, temporaryFolder } from '../../kit/store.ts';

const messageOf = (result: Result<unknown>): string => (result.ok ? 'it worked' : result.error.message);

const Answers = z.object({ directory: z.string(), answers: z.array(z.string()) });
const script = path.resolve(import.meta.dirname, 'vanishing.ts');

it.skipIf(process.platform === 'win32').each(['.', 'bursar.sqlite'])(
  'a data folder of which %s is moved away at any moment while it opens is opened, or said to be gone',
  (what) => {
    const { stdout, stderr } = spawnSync(process.execPath, [script, what], { encoding: 'utf8' });
    expect(stdout, stderr).not.toBe('');
    const { directory, answers } = Answers.parse(JSON.parse(stdout));
    expect(answers.toSorted()).toEqual([
      'opened',
      `storageFailed: Opening the data folder ${directory} failed: the folder or file does not exist. Check whether it was moved or deleted, then try again.`,
    ]);
  },
);

describe.skipIf(process.platform === 'win32')('what is no data folder stays as it is', () => {
  const refusalAt = (directory: string) => messageOf(openStore({ directory, clock }));

  it('a folder that others use for something else is not closed to them, and nothing is created in it', () => {
    const directory = path.join(temporaryFolder(), 'shared');
    mkdirSync(path.join(directory, 'window'), { recursive: true, mode: 0o755 });
    writeFileSync(path.join(directory, 'plan.xlsx'), '');
    expect(refusalAt(directory)).toBe(
      `The folder ${directory} holds other files and no data of Bursar, and other people can open it, which a data folder does not allow. Choose an empty folder or a new one, such as ${directory}/bursar.`,
    );
    expect(statSync(directory).mode & 0o777).toBe(0o755);
    expect(readdirSync(directory)).toEqual(['plan.xlsx', 'window']);
    const inside = path.join(directory, 'bursar');
    close(openIn(inside));
    expect(statSync(inside).mode & 0o777).toBe(0o700);
  });

  it('a file is said to be no folder, also by a backup, and keeps its mode', async () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '', { mode: 0o640 });
    const isFile = 'failed: part of this path is a file, not a folder. Choose another place.';
    const inside = path.join(file, 'inside');
    for (const directory of [file, inside])
      expect(refusalAt(directory)).toBe(`Opening the data folder ${directory} ${isFile}`);
    const backup = await openIn(temporaryFolder()).backup(inside);
    expect(messageOf(backup)).toBe(`Writing the backup ${inside} ${isFile}`);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('a path that is too long for a database is said to be, of a data folder, a backup and a restore, also behind a link', async () => {
    const home = temporaryFolder();
    const deep = path.join(home, ...Array.from({ length: 5 }, () => 'deep'.repeat(25)));
    mkdirSync(deep, { recursive: true, mode: 0o700 });
    const link = path.join(home, 'link');
    symlinkSync(deep, link);
    const name = path.join(home, 'n'.repeat(256));
    const tooLong = 'failed: the path is too long for a database. Choose a shorter one.';
    for (const directory of [deep, link, name])
      expect(refusalAt(directory)).toBe(`Opening the data folder ${directory} ${tooLong}`);
    const store = openIn(temporaryFolder());
    const backup = path.join(deep, 'backup');
    expect(messageOf(await store.backup(backup))).toBe(`Writing the backup ${backup} ${tooLong}`);
    expect(readdirSync(deep).filter((file) => file.includes('backup'))).toEqual([]);
    const kept = path.join(home, 'kept');
    expect(messageOf(await store.backup(kept))).toBe('it worked');
    const restored = await restoreBackup({ directory: deep, backupPath: kept, at: clock.now() });
    expect(messageOf(restored)).toBe(`Restoring ${kept} into ${deep} ${tooLong}`);
  });

  it('a link to a disk that is not connected is said to lead nowhere', () => {
    const link = path.join(temporaryFolder(), 'link');
    symlinkSync('/no-such-disk/bursar', link);
    for (const directory of [link, path.join(link, 'data')])
      expect(refusalAt(directory)).toBe(
        `Opening the data folder ${directory} failed: the folder or file does not exist. Check whether it was moved or deleted, then try again.`,
      );
  });
});

const pageBytes = 4096;

/** A disk of its own, as only root can make one. */
const disk = mkdtempSync(path.join(tmpdir(), 'bursar-disk-'));
const mount = (...words: string[]): boolean =>
  process.platform === 'linux' && spawnSync('mount', [...words, disk]).status === 0;
const unmount = (): void => void execFileSync('umount', [disk]);
const canMount = mount('-t', 'tmpfs', 'tmpfs');
if (canMount) unmount();
afterAll(() => rmdirSync(disk));

function useDisk(): void {
  mount('-t', 'tmpfs', '-o', 'size=8m', 'tmpfs');
  onTestFinished(unmount);
}

function fill(): string {
  const file = path.join(disk, 'fill');
  rmSync(file, { force: true });
  try {
    writeFileSync(file, Buffer.alloc(2 ** 24));
  } catch {
    // What fits is there.
  }
  return file;
}

describe.skipIf(!canMount)('a disk', () => {
  const directory = path.join(disk, 'data');
  const open = () => openStore({ directory, clock });

  it('that is full is said to be full, whatever of a data folder finds no room on it', async () => {
    useDisk();
    const source = openIn(temporaryFolder());
    const backupPath = path.join(temporaryFolder(), 'backup.sqlite');
    expect((await source.backup(backupPath)).ok).toBe(true);
    fill();
    const full = 'failed: the disk is full. Make room and try again.';
    expect(messageOf(open())).toMatch(`${directory} ${full}`);
    rmSync(path.join(disk, 'fill'));
    close(openIn(directory));
    fill();
    expect(messageOf(open())).toBe(`Opening the data folder ${directory} ${full}`);
    expect(messageOf(await restoreBackup({ directory, backupPath, at: 9000 }))).toBe(
      `Restoring ${backupPath} into ${directory} ${full}`,
    );
    const copy = path.join(disk, 'copy.sqlite');
    expect(messageOf(await source.backup(copy))).toBe(`Writing the backup ${copy} ${full}`);
    expect(readdirSync(disk).toSorted()).toEqual(['data', 'fill']);
    rmSync(path.join(disk, 'fill'));
    close(openIn(directory));
  });

  it('that has just enough room for a copy, and none to check it, is said to be full: neither the copy nor the backup is called damaged', async () => {
    useDisk();
    const source = openIn(temporaryFolder());
    const backupPath = path.join(temporaryFolder(), 'backup.sqlite');
    const made = await source.backup(backupPath);
    const bytes = made.ok ? made.value.bytes : 0;
    // A copy of a closed database, which SQLite opens with a file beside it.
    const database = new Sqlite(backupPath);
    database.pragma('journal_mode = WAL');
    database.close();
    close(openIn(directory));
    const file = fill();
    truncateSync(file, statSync(file).size - bytes - 4 * pageBytes);
    const full = 'failed: the disk is full. Make room and try again.';
    const copy = path.join(disk, 'copy.sqlite');
    expect(messageOf(await source.backup(copy))).toBe(`Writing the backup ${copy} ${full}`);
    expect(messageOf(await restoreBackup({ directory, backupPath, at: 9000 }))).toBe(
      `Restoring ${backupPath} into ${directory} ${full}`,
    );
    expect(readdirSync(disk).toSorted()).toEqual(['data', 'fill']);
  });

  it('that is read-only is said to be read-only, also to root, and nothing on it is called damaged', async () => {
    useDisk();
    const source = openIn(temporaryFolder());
    const backupPath = path.join(temporaryFolder(), 'backup.sqlite');
    expect((await source.backup(backupPath)).ok).toBe(true);
    const store = openIn(directory);
    addProfile(store);
    close(store);
    mount('-o', 'remount,ro');
    const readOnly = 'failed: the disk is read-only. Make it writable, or choose a folder on another disk.';
    expect(messageOf(open())).toBe(
      `Opening the data folder ${directory} failed: the disk is read-only. To see what it holds, copy the whole folder to a disk that can be written, and open the copy.`,
    );
    const copied = path.join(temporaryFolder(), 'copy');
    cpSync(directory, copied, { recursive: true });
    expect(openIn(copied).listProfiles()).toHaveLength(1);
    const other = path.join(disk, 'other');
    expect(messageOf(openStore({ directory: other, clock }))).toBe(
      `Opening the data folder ${other} ${readOnly}`,
    );
    expect(messageOf(await restoreBackup({ directory, backupPath, at: 9000 }))).toBe(
      `Restoring ${backupPath} into ${directory} ${readOnly}`,
    );
    const copy = path.join(disk, 'copy.sqlite');
    expect(messageOf(await source.backup(copy))).toBe(`Writing the backup ${copy} ${readOnly}`);
    mount('-o', 'remount,rw');
    expect(openIn(directory).listProfiles()).toHaveLength(1);
  });
});
