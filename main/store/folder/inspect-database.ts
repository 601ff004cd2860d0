import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { busyTimeoutMs } from '../connection.ts';
import { applicationId } from './migrate.ts';
import { filesOf } from './data-folder.ts';
import { latestVersion } from '../migrations/index.ts';
import { isDamage, sqliteCode } from '../store-error.ts';

/** Facts about a database file, before anything is written to it. */
type Inspection =
  | { readonly found: 'sound' }
  | { readonly found: 'newer'; readonly version: number }
  | { readonly found: 'damaged'; readonly cause: string };

/** Databases up to this size are checked completely at every opening. */
export const largestQuickCheckBytes = 64 * 1024 * 1024;

/** A database up to this size is migrated within a few seconds. */
const quickUpdateBytes = 64 * 1024 * 1024;

const headerBytes = 100;
const magic = 'SQLite format 3\0';

/** The position of PRAGMA user_version in the header of a database file: four bytes, big-endian. */
const versionOffset = 60;

/**
 * Inspects a database that no connection of this process has open, without changing what it holds. The header alone reveals a newer
 * one that was closed properly, so no extra file is created beside it; if an earlier run left a WAL, the version may be
 * there, and SQLite reads both without writing. Throws errors that do not come from the content of the file.
 */
export function inspectDatabase(path: string): Inspection {
  const header = readHeader(path);
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic)
    return { found: 'damaged', cause: 'it is not a database' };
  const version = header.readInt32BE(versionOffset);
  if (version > latestVersion) return { found: 'newer', version };
  let database: Sqlite.Database | null = null;
  try {
    // A rollback journal, left by a kill before the database was in WAL mode, is undone by every opening that may write, and by no other.
    const readonly = !existsSync(`${path}-journal`);
    database = new Sqlite(path, { readonly, fileMustExist: true, timeout: busyTimeoutMs });
    return inspectOpen(database, statSync(path).size);
  } catch (error) {
    const code = sqliteCode(error);
    if (code === null || !isDamage(code)) throw error;
    return { found: 'damaged', cause: code };
  } finally {
    database?.close();
  }
}

function inspectOpen(database: Sqlite.Database, bytes: number): Inspection {
  const version = database.pragma('user_version', { simple: true });
  if (typeof version === 'number' && version > latestVersion) return { found: 'newer', version };
  if (version === 0 || database.pragma('application_id', { simple: true }) !== applicationId)
    return { found: 'damaged', cause: 'it is not a database of Bursar' };
  if (bytes > largestQuickCheckBytes) return { found: 'sound' };
  const answer = database.pragma('quick_check(1)', { simple: true });
  return answer === 'ok' ? { found: 'sound' } : { found: 'damaged', cause: String(answer) };
}

/** Whether the folder has a database, in any condition; opening a folder without one creates it. */
export function hasDatabase(directory: string): boolean {
  return existsSync(filesOf(directory).database);
}

/** The size in bytes of the database in a data folder if migrating it takes a while; null: there is nothing to wait for. */
export function sizeOfLongUpdate(directory: string): number | null {
  const { database: path } = filesOf(directory);
  let database: Sqlite.Database | null = null;
  try {
    const bytes = statSync(path).size;
    if (bytes <= quickUpdateBytes || readHeader(path).readInt32BE(versionOffset) >= latestVersion)
      return null;
    // A journal left by an earlier run is newer than the header.
    database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    const version = database.pragma('user_version', { simple: true });
    return typeof version === 'number' && version > 0 && version < latestVersion ? bytes : null;
  } catch {
    // Opening it reports the problem.
    return null;
  } finally {
    database?.close();
  }
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(descriptor, header, 0, headerBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
