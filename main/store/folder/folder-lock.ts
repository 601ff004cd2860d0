import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { createPrivately, fileMode, filesOf, makePrivate, placeOf } from './data-folder.ts';
import { sqliteCode, StoreError } from '../store-error.ts';

/** Held for as long as this process owns a data folder. */
export type FolderLock = {
  /**
   * When an earlier process may last have used the folder, in milliseconds since 1970: its clean end; without one, the moment
   * at which this process took the folder; 0 if there was none.
   */
  readonly lastUseAt: number;
  /**
   * Call before writing: takes the lock again if somebody deleted or replaced its file, for example to get rid of it, since it keeps no other
   * process out then. Throws `dataFolderInUse` if another process has had the folder since.
   */
  keep(): void;
  release(): void;
};

/** Which process has the folder, or since when none has. */
const Owner = z.object({ pid: z.number().int() });
const Former = z.object({ closedAt: z.iso.datetime() });

/**
 * Takes the data folder for this process (invariant I3), or fails at once with `dataFolderInUse`; throws the system's error. The lock is an open exclusive
 * transaction on a separate file: the operating system drops it however the process ends, on every platform.
 */
export function lockFolder(directory: string, now: () => number): Result<FolderLock> {
  const { lock, owner } = filesOf(directory);
  let held: Held | null = null;
  try {
    held = hold(lock);
    const lastUseAt = lastUseOf(owner, now());
    const entry = JSON.stringify({ pid: process.pid, since: new Date(now()).toISOString() });
    write(owner, entry);
    let own = held;
    const isFolderInPlace = placeOf(directory);
    return succeed({
      lastUseAt,
      keep() {
        if (own.isInPlace() || !isFolderInPlace()) return;
        const isUnused = !existsSync(owner) || readFileSync(owner, 'utf8') === entry;
        const again = isUnused ? holdIfFree(lock) : null;
        if (again === null) throw takenMeanwhile(directory);
        own.database.close();
        own = again;
      },
      release() {
        if (!own.database.open) return;
        // Another folder may have replaced one that was moved away, and that one is not ours.
        if (own.isInPlace()) noteEnd(owner, now());
        own.database.close();
      },
    });
  } catch (error) {
    held?.database.close();
    if (isHeld(error)) return heldBy(directory, ownerOf(owner));
    throw error;
  }
}

type Held = { readonly database: Sqlite.Database; readonly isInPlace: () => boolean };

/** Throws SQLite's error if another process has the lock. */
function hold(lock: string): Held {
  // Opening and closing an existing lock file here would drop a lock that this process holds on it (POSIX).
  if (!existsSync(lock)) createPrivately(lock);
  makePrivate(lock);
  const database = new Sqlite(lock, { timeout: 0 });
  try {
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    // On a read-only file SQLite begins the transaction without the lock; a write that is never committed reveals that.
    database.pragma('user_version = 1');
    return { database, isInPlace: placeOf(lock) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function holdIfFree(lock: string): Held | null {
  try {
    return hold(lock);
  } catch (error) {
    if (isHeld(error)) return null;
    throw error;
  }
}

function takenMeanwhile(directory: string): StoreError {
  return new StoreError(
    'dataFolderInUse',
    `The file bursar.lock in ${directory} was deleted or replaced, and another Bursar has used the data folder since, so this one writes and sends nothing more. Close it and start it again.`,
  );
}

function isHeld(error: unknown): boolean {
  return (
    sqliteCode(error)?.startsWith('SQLITE_BUSY') === true ||
    (error instanceof Error && 'code' in error && error.code === 'EEXIST')
  );
}

function heldBy(directory: string, pid: number | null): Result<FolderLock> {
  const who = pid === null ? 'another process' : `process ${pid}`;
  return fail(
    'dataFolderInUse',
    `The data folder ${directory} is in use by ${who}. Close the other Bursar, or wait until it has finished, and try again.`,
    pid === null ? {} : { cause: `pid ${pid}` },
  );
}

function ownerOf(path: string): number | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(path, 'utf8'))).pid;
  } catch {
    return null;
  }
}

function noteEnd(owner: string, at: number): void {
  try {
    write(owner, JSON.stringify({ closedAt: new Date(at).toISOString() }));
  } catch {
    // Ignored: without the time of a clean end, the next opening treats the folder as used until then.
  }
}

function write(owner: string, content: string): void {
  makePrivate(owner);
  writeFileSync(owner, content, { mode: fileMode });
}

function lastUseOf(owner: string, now: number): number {
  if (!existsSync(owner)) return 0;
  try {
    return Math.min(now, Date.parse(Former.parse(JSON.parse(readFileSync(owner, 'utf8'))).closedAt));
  } catch {
    // The previous owner did not end cleanly, so the time of its last request is unknown.
    return now;
  }
}
