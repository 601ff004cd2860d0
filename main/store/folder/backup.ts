import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { unfinishedName } from '../../../contract/text/files/unfinished-name.ts';
import type { JobControl } from '../../core/ports/index.ts';
import { checkCopy } from './check-copy.ts';
import type { Connection } from '../connection.ts';
import { createPrivately, removeDatabase, syncFolder } from './data-folder.ts';
import { applicationId } from './migrate.ts';
import { failureOf } from '../store-error.ts';

/** Pages copied before yielding to input and output; 2 MiB. */
const pagesAtOnce = 512;

/**
 * Copies the database while it is in use, checks the complete copy, syncs it and renames it, for this user
 * only (mode 0600). `inputInvalid` if a file of that name exists; `databaseDamaged` if the copy is
 * inconsistent; `storageFailed` if it cannot be written; `stopped` if the signal aborts.
 */
export async function backUp(
  connection: Connection,
  path: string,
  job: Partial<JobControl> = {},
): Promise<Result<{ path: string; bytes: number }>> {
  const target = resolve(path);
  if (existsSync(target)) return isThere(target);
  const copy = join(dirname(target), unfinishedName(basename(target), randomUUID()));
  try {
    return await writeBackup(connection, target, copy, job);
  } catch (error) {
    if (job.signal?.aborted === true) return fail('stopped', 'The backup was stopped. No file was written.');
    return failureOf(error, `Writing the backup ${target}`, copy);
  }
}

/** Throws the system's error, also if the incomplete copy cannot be removed, as on a disk that failed meanwhile. */
async function writeBackup(
  connection: Connection,
  target: string,
  copy: string,
  { onProgress, signal }: Partial<JobControl>,
): Promise<Result<{ path: string; bytes: number }>> {
  try {
    createPrivately(copy);
    const pageBytes = z.number().parse(connection.database.pragma('page_size', { simple: true }));
    await connection.database.backup(copy, {
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted();
        onProgress?.((totalPages - remainingPages) * pageBytes, totalPages * pageBytes);
        return pagesAtOnce;
      },
    });
    const check = await checkCopy(copy, signal);
    signal?.throwIfAborted();
    if (!check.isSound || check.applicationId !== applicationId)
      return fail(
        'databaseDamaged',
        `The backup was not made: its copy of the database is damaged. Restore an earlier backup, and check the disk.`,
        { cause: check.isSound ? 'not a database of Bursar' : check.cause },
      );
    await syncFile(copy);
    if (!(await giveName(copy, target))) return isThere(target);
    syncFolder(dirname(target));
    return succeed({ path: target, bytes: (await stat(target)).size });
  } finally {
    removeDatabase(copy);
  }
}

function isThere(target: string): Failure {
  return fail('inputInvalid', `${target} already exists. Choose another name for the backup.`);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** False if another program took the name meanwhile. File systems without links (USB sticks) offer only the rename. */
async function giveName(copy: string, target: string): Promise<boolean> {
  try {
    await link(copy, target);
    await unlink(copy);
    return true;
  } catch (error) {
    if (existsSync(target)) return false;
    if (!(error instanceof Error)) throw error;
    await rename(copy, target);
    return true;
  }
}
