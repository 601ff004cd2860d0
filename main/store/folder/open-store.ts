import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import Sqlite from 'better-sqlite3';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { missingPartsText } from '../../../contract/text/maintenance/check-text.ts';
import type { OlderRecords } from '../../../contract/treasury/attention.ts';
import type { Clock, Store } from '../../core/ports/index.ts';
import { noteStops } from '../audit/ledger.ts';
import { noteLostBooks } from '../books/lost-books.ts';
import { finishCancelling } from '../batches/cancel.ts';
import { batchesInDoubt, carryStops } from '../batches/carried-stops.ts';
import { busyTimeoutMs, Connection } from '../connection.ts';
import {
  asideFiles,
  companions,
  filesOf,
  makePrivate,
  prepareFolder,
  putAside,
  removeDatabase,
  writePrivately,
} from './data-folder.ts';
import { contextOn, type Context } from '../context.ts';
import { forgetOutcomes, olderRecords } from './forget-outcomes.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { newDatabase } from './empty-database.ts';
import { discardImports } from '../batches/take-back.ts';
import { hasDatabase, inspectDatabase } from './inspect-database.ts';
import { Marks } from './marks.ts';
import { missingParts } from './check-schema.ts';
import { migrate } from './migrate.ts';
import { latestVersion } from '../migrations/index.ts';
import { noteOlderProfiles } from '../profiles/profiles.ts';
import { ControlCopies } from './control-copies.ts';
import { createStore } from '../sqlite-store.ts';
import { failureOf, isConstraint, sqliteCode, StoreError } from '../store-error.ts';

/**
 * Opens the store in this folder, creating both if they do not exist, and takes the folder for this process (invariant I3).
 * Fails with `dataFolderInUse`; `databaseNewer`, the database untouched; `databaseDamaged`, the database put aside under another
 * name (invariant I10); `storageFailed` if the folder cannot be used.
 */
export function openStore(options: {
  directory: string;
  clock: Pick<Clock, 'now'>;
  /** The folder of a second mark; null: none. See Marks. */
  stateDirectory?: string | null;
}): Result<Store> {
  const { directory, clock, stateDirectory = null } = options;
  const subject = `Opening the data folder ${directory}`;
  let lock: Result<FolderLock>;
  try {
    prepareFolder(directory);
    lock = lockFolder(directory, () => clock.now());
  } catch (error) {
    const failure = failureAt([directory], error, subject);
    return failure.error.details.cause === 'EROFS' && hasDatabase(directory)
      ? readElsewhere(subject)
      : failure;
  }
  if (!lock.ok) return lock;
  const { lastUseAt, keep, release } = lock.value;
  try {
    const opened = openLocked(directory, stateDirectory, clock.now());
    if (!opened.ok) {
      release();
      return opened;
    }
    opened.value.connection.beforeWriting = keep;
    return succeed(
      createStore(opened.value.connection, {
        directory,
        lastUseAt,
        foundOlder: opened.value.foundOlder,
        marks: opened.value.marks,
        copies: new ControlCopies(directory, stateDirectory, opened.value.databaseId),
        whenClosed: release,
      }),
    );
  } catch (error) {
    release();
    const files = sqliteCode(error) === null ? [] : [filesOf(directory).database];
    return failureAt([directory, ...files], error, subject);
  }
}

/** SQLite cannot read this database where it cannot write: it needs files beside it. A folder elsewhere would have no history. */
function readElsewhere(subject: string): Failure {
  return fail(
    'storageFailed',
    `${subject} failed: the disk is read-only. To see what it holds, copy the whole folder to a disk that can be written, and open the copy.`,
    { cause: 'EROFS' },
  );
}

/** A failure as `failureOf` has it. If the data folder, or a file in it, was moved or deleted meanwhile, SQLite and its library say something else. */
export function failureAt(
  [directory, ...files]: readonly [string, ...string[]],
  error: unknown,
  subject: string,
): Failure {
  if (error instanceof Error && 'syscall' in error) return failureOf(error, subject);
  let database = '';
  try {
    for (const place of [directory, ...files]) statSync(place);
    // The longest one in the folder, as SQLite opens it: with every link followed.
    database = filesOf(realpathSync(directory)).restoring;
  } catch (missing) {
    return failureOf(missing, subject);
  }
  return failureOf(error, subject, database);
}

type Opened = {
  readonly connection: Connection;
  readonly marks: Marks;
  readonly databaseId: string;
  readonly foundOlder: OlderRecords | null;
};

function openLocked(directory: string, stateDirectory: string | null, at: number): Result<Opened> {
  const { database, restoring } = filesOf(directory);
  if (existsSync(database)) {
    const problem = inspectPresent(directory, at);
    if (problem !== null) return problem;
    // Left by a restore that was killed, and as large as the database.
    removeDatabase(restoring);
  } else {
    const remains = remainsIn(directory);
    if (remains.length > 0) return historyIsAside(remains);
    createDatabase(directory);
  }
  makePrivate(database);
  const connection = new Connection(new Sqlite(database, { fileMustExist: true, timeout: busyTimeoutMs }));
  try {
    migrate(connection);
    makePrivate(database);
    const context = contextOn(connection);
    discardImports(context, at);
    noteOlderProfiles(context, at);
    const marks = new Marks(context, directory, stateDirectory);
    return succeed({ connection, databaseId: marks.databaseId, ...compareMarks(context, marks, at) });
  } catch (error) {
    const missing = sqliteCode(error) === null ? [] : missingParts(connection);
    connection.close();
    if (missing.length > 0) throw new StoreError('databaseDamaged', missingPartsText(missing));
    throw isConstraint(error) ? contradictory(database) : error;
  }
}

/** The database refuses what every opening may write, as after SQLite wrote the journal of a newer database into an older one. */
function contradictory(database: string): StoreError {
  return new StoreError(
    'databaseDamaged',
    `The database ${database} contradicts itself, as if an older one had been put back while ${basename(database)}-wal of the newer one was left beside it. Bursar cannot use it. Restore a backup.`,
  );
}

/** If payments may have been sent that the records do not know, Bursar asks about everything that may have been sent. */
function compareMarks(context: Context, marks: Marks, at: number): Omit<Opened, 'connection' | 'databaseId'> {
  try {
    const { isAhead, missesRetries, missesStops, books } = marks.compare();
    if (isAhead) {
      finishCancelling(context, at);
      forgetOutcomes(context, { at, cause: 'behind', missesRetries });
      if (missesStops) {
        // Bursar would ask about it and send it again, although it was stopped, or rejected and paid in another way since.
        carryStops(context, batchesInDoubt(context), at);
        // Whatever is older than this misses them too, such as another backup that is put back instead of this one.
        noteStops(context.connection, at);
      }
    }
    if (isAhead || books.last !== null) noteLostBooks(context, books, at);
    marks.begin();
    context.connection.whenAppended = (head) => marks.keep(head);
    return { marks, foundOlder: isAhead ? olderRecords(context) : null };
  } catch (error) {
    marks.close();
    throw error;
  }
}

function inspectPresent(directory: string, at: number): Failure | null {
  const inspection = inspectDatabase(filesOf(directory).database);
  switch (inspection.found) {
    case 'sound':
      return null;
    case 'newer':
      return newerDatabase(`The data folder ${directory}`, inspection.version);
    case 'damaged': {
      const aside = putAside(directory, 'damaged', at);
      return fail(
        'databaseDamaged',
        `The database in ${directory} is damaged. It was kept as ${aside}, and nothing was opened in its place. Restore a backup; or, to start empty and forget what was paid, move that file to another folder.`,
        { cause: inspection.cause },
      );
    }
  }
}

/** The failure for a database that a newer Bursar wrote; `subject` begins the sentence. */
export function newerDatabase(subject: string, version: number): Failure {
  return fail(
    'databaseNewer',
    `${subject} was written by a newer Bursar (version ${version} of the database; this one knows ${latestVersion}). Nothing was changed. Install the newer Bursar and open it with that.`,
    { cause: `version ${version}` },
  );
}

/** The files of a history whose database is missing. */
function remainsIn(directory: string): string[] {
  const { database, restoring } = filesOf(directory);
  const journals = companions.map((suffix) => `${database}${suffix}`);
  return [...asideFiles(directory), restoring, ...journals].filter((path) => existsSync(path));
}

function historyIsAside(remains: readonly string[]): Failure {
  const [are, them] = remains.length === 1 ? ['is', 'that file'] : ['are', 'these files'];
  return fail(
    'databaseDamaged',
    `The database is missing, but ${remains.join(', ')} ${are} left of it, and an empty history would forget what was paid. Restore a backup; or, to start empty, move ${them} to another folder.`,
  );
}

/** Under another name until it is complete, so that an empty or incomplete file is never opened as the database. */
function createDatabase(directory: string): void {
  const { database, unfinished } = filesOf(directory);
  removeDatabase(unfinished);
  writePrivately(database, newDatabase(), unfinished);
}
