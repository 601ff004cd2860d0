import { existsSync, realpathSync, renameSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { Restored } from '../../../contract/text/maintenance/restored-text.ts';
import { noteLostBooks } from '../books/lost-books.ts';
import type { DescribePayee } from '../../core/ports/index.ts';
import { carryRefusals, refusalsIn } from '../approvals/approval-files.ts';
import { carryControls, controlsIn, databaseIdOf, isAnyOfOther } from '../approvals/controls.ts';
import { finishCancelling } from '../batches/cancel.ts';
import { batchesInDoubt, carryStops, isStoppedBy, stopsIn } from '../batches/carried-stops.ts';
import { blocksIn, carryBlocks } from '../payees/carried-blocks.ts';
import { checkCopy } from './check-copy.ts';
import { Connection } from '../connection.ts';
import { ControlCopies } from './control-copies.ts';
import {
  asideFiles,
  companions,
  createPrivately,
  filesOf,
  makePrivate,
  prepareFolder,
  putAside,
  removeDatabase,
  syncFolder,
} from './data-folder.ts';
import { contextOn, type Context } from '../context.ts';
import { lockFolder } from './folder-lock.ts';
import { inspectDatabase } from './inspect-database.ts';
import { discardImports } from '../batches/take-back.ts';
import { Marks } from './marks.ts';
import { applicationId, migrate } from './migrate.ts';
import { latestVersion } from '../migrations/index.ts';
import { failureAt, newerDatabase } from './open-store.ts';
import { forgetOutcomes, olderRecords } from './forget-outcomes.ts';
import { noteOlderProfiles } from '../profiles/profiles.ts';
import { sqliteCode } from '../store-error.ts';

/**
 * Replaces the database with a backup; keeps the database beside it under another name. Every unfinished payment becomes
 * `unknown`, due at `at` (milliseconds since 1970), because it may have been sent since (invariant I10). The backup itself is only
 * read, and nothing in the folder is renamed before the restored database is complete. Payees that are blocked stay blocked, approval
 * requests that were rejected or withdrawn stay so, and batches that were paused or cancelled are paused, as are all in doubt if
 * nothing here shows which those are. Fails with `dataFolderInUse`; `inputInvalid` if the file is missing, or of another data folder than the approvers
 * and policies here; `databaseNewer`; `databaseDamaged` if the backup is
 * inconsistent; `storageFailed`.
 */
export async function restoreBackup(
  options: Omit<Restoring, 'stateDirectory'> &
    Partial<Pick<Restoring, 'stateDirectory'>> & {
      /** Asks a person once the file is there and the data folder is free; what it throws ends the restore before anything changes. */
      readonly confirm?: () => Promise<void>;
    },
): Promise<Result<Restored>> {
  const { directory, at, describePayee, stateDirectory = null } = options;
  const backupPath = resolve(options.backupPath);
  const subject = `Restoring ${backupPath} into ${directory}`;
  try {
    if (statSync(backupPath, { throwIfNoEntry: false })?.isFile() !== true)
      return fail('inputInvalid', `There is no file ${backupPath}. Choose a backup.`);
    prepareFolder(directory);
    if (realpathSync(backupPath) === join(realpathSync(directory), basename(filesOf(directory).restoring)))
      return fail(
        'inputInvalid',
        `${backupPath} is what an interrupted restore left, and may be incomplete. Nothing was changed. Choose the backup itself.`,
      );
    const lock = lockFolder(directory, () => at);
    if (!lock.ok) return lock;
    try {
      await options.confirm?.();
      const restored = await restoreLocked({ directory, backupPath, stateDirectory, describePayee, at });
      if (restored.ok) beginMarks(directory, stateDirectory);
      return restored;
    } finally {
      lock.value.release();
    }
  } catch (error) {
    return failureAt([directory], error, subject);
  }
}

type Restoring = {
  readonly directory: string;
  readonly backupPath: string;
  /** See Marks. */
  readonly stateDirectory: string | null;
  readonly describePayee: DescribePayee;
  readonly at: number;
};

async function restoreLocked(request: Restoring): Promise<Result<Restored>> {
  const { directory, at } = request;
  const { database, restoring } = filesOf(directory);
  removeDatabase(restoring);
  // A copy of which the disk was full, say, would go on filling it.
  const ready = await makeReady(request, restoring).catch((error: unknown) => {
    removeDatabase(restoring);
    throw error;
  });
  if (!ready.ok) {
    removeDatabase(restoring);
    return ready;
  }
  const hasRemains = ['', ...companions].some((suffix) => existsSync(`${database}${suffix}`));
  if (hasRemains) foldJournalIn(database);
  const replaced = hasRemains ? putAside(directory, 'replaced', at) : null;
  renameSync(restoring, database);
  syncFolder(directory);
  return succeed({ replaced, ...ready.value });
}

/** The restored database is behind what was sent, which is handled here, so the next opening must not report it again. */
function beginMarks(directory: string, stateDirectory: string | null): void {
  const connection = new Connection(new Sqlite(filesOf(directory).database, { fileMustExist: true }));
  try {
    const marks = new Marks(contextOn(connection), directory, stateDirectory);
    marks.begin();
    marks.close();
  } finally {
    connection.close();
  }
}

/** Copies the backup, checks the copy and migrates it; returns what became unknown. */
async function makeReady(
  { directory, backupPath, stateDirectory, describePayee, at }: Restoring,
  copy: string,
): Promise<Result<Omit<Restored, 'replaced'>>> {
  for (const suffix of ['', '-wal'])
    if (existsSync(`${backupPath}${suffix}`)) {
      createPrivately(`${copy}${suffix}`);
      await copyFile(`${backupPath}${suffix}`, `${copy}${suffix}`);
    }
  makePrivate(copy);
  const check = await checkCopy(copy);
  if (!check.isSound || check.applicationId !== applicationId)
    return fail(
      'databaseDamaged',
      `${backupPath} is not a valid backup of Bursar. Nothing was changed. Choose another backup.`,
      { cause: check.isSound ? 'not a database of Bursar' : check.cause },
    );
  if (check.version > latestVersion) return newerDatabase(`The backup ${backupPath}`, check.version);
  const connection = new Connection(new Sqlite(copy, { fileMustExist: true }));
  try {
    migrate(connection);
    const context = contextOn(connection);
    const before = databasesBefore(directory);
    const [last] = before;
    const databaseId = databaseIdOf(context);
    const versions = readFrom(last, controlsIn);
    const documents = (versions ?? []).map(({ content }) => content);
    const copies = new ControlCopies(directory, stateDirectory, databaseId).read();
    if (isAnyOfOther([...documents, ...copies], databaseId)) return withoutControls(backupPath);
    discardImports(context, at);
    finishCancelling(context, at);
    noteOlderProfiles(context, at);
    const marks = new Marks(context, directory, stateDirectory);
    const { missesRetries, books } = marks.compare();
    marks.close();
    carryControls(context, versions ?? [], at);
    const refusals = readFrom(last, refusalsIn);
    carryRefusals(context, refusals ?? [], at);
    const blocks = readFrom(last, (previous) => blocksIn(previous, describePayee));
    const unknownPayments = forgetOutcomes(context, { at, cause: 'restored', missesRetries });
    const keptBlocks = carryBlocks(context, blocks ?? [], at, describePayee);
    const stopped = stoppedBefore(context, before);
    const isKnown =
      [versions, refusals, blocks, stopped].every((found) => found !== null) &&
      isWhole(last, databaseId) &&
      hasAllStops(last, directory, stateDirectory);
    return succeed({
      unknownPayments,
      keptBlocks: isKnown ? keptBlocks : null,
      keptStops: carryStops(context, isKnown ? (stopped ?? []) : batchesInDoubt(context), at),
      holdsReleases: olderRecords(context)?.missesRetries === true,
      unknownExports: noteLostBooks(context, books, at),
    });
  } finally {
    connection.close();
  }
}

/** No policy is loosened without the approvals that it asks for (I12), and the keychain knows those in force under the ID of their database. */
function withoutControls(backupPath: string): Failure {
  return fail(
    'inputInvalid',
    `${backupPath} is a backup of another data folder, or of a version before 0.4.0. The one here has approvers or approval policies, which would no longer be in force. Nothing was changed. Restore it into an empty data folder (on the command line: bursar restore FILE --data-dir FOLDER).`,
  );
}

/** The database to be replaced, if it is there, and those that were set aside: as damaged, or by a restore; the last one first. */
function databasesBefore(directory: string): string[] {
  const { database } = filesOf(directory);
  return [...(existsSync(database) ? [database] : []), ...asideFiles(directory).toReversed()];
}

/**
 * The batches in doubt that were stopped, by the last database that knows of each: a backup that was restored by mistake, and is replaced
 * now, may be from before their release. Null if the last database cannot be read, or none knows of one of these batches.
 */
function stoppedBefore(context: Context, databases: readonly string[]): string[] | null {
  const stopped: string[] = [];
  const left = new Set(batchesInDoubt(context));
  for (const database of databases) {
    if (left.size === 0) break;
    const found = readFrom(database, (before) => stopsIn(before, left));
    if (found === null && database === databases[0]) return null;
    for (const [batchId, known] of found ?? []) {
      left.delete(batchId);
      if (isStoppedBy(context, batchId, known)) stopped.push(batchId);
    }
  }
  return left.size === 0 ? stopped : null;
}

/** Whether a database has what was stopped, by the marks: it may itself be an older one that was put back, or have lost its last changes. */
function hasAllStops(
  database: string | undefined,
  directory: string,
  stateDirectory: string | null,
): boolean {
  const missing = readFrom(database, (connection) => {
    const marks = new Marks(contextOn(connection), directory, stateDirectory);
    try {
      return marks.missing();
    } finally {
      marks.close();
    }
  });
  return missing?.missesStops === false;
}

/** Whether a database is undamaged, as far as that is checked at every opening, and has the history that the backup is from. */
function isWhole(database: string | undefined, databaseId: string): boolean {
  try {
    if (database === undefined || inspectDatabase(database).found === 'damaged') return false;
  } catch {
    return false;
  }
  return readFrom(database, (connection) => databaseIdOf({ connection })) === databaseId;
}

/** What a database has; null if there is none or it cannot be read. Whatever is wrong with it, the person is told that it is not known. */
function readFrom<Value>(
  database: string | undefined,
  read: (connection: Connection) => Value,
): Value | null {
  if (database === undefined) return null;
  try {
    const connection = new Connection(new Sqlite(database, { fileMustExist: true }));
    try {
      return read(connection);
    } finally {
      connection.close();
    }
  } catch {
    return null;
  }
}

/** Moves the journal into the file, if it can still be read, so that a single file remains. */
function foldJournalIn(database: string): void {
  if (!existsSync(database)) return;
  try {
    const present = new Sqlite(database, { fileMustExist: true });
    present.pragma('wal_checkpoint(TRUNCATE)');
    present.close();
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
  }
}
