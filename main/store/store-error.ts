import type { AppError, ErrorCode, ErrorDetails } from '../../contract/errors.ts';
import type { Failure } from '../../contract/result.ts';
import { unreadableAdvice } from '../../contract/text/attention/left-out-text.ts';

/** Thrown by methods of the store if the database fails; dispatch turns it into its error. */
export class StoreError extends Error {
  readonly appError: AppError;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'StoreError';
    this.appError = { code, message, details };
  }
}

/** Names something in the database that Bursar cannot read. */
export class Unreadable extends StoreError {
  readonly what: string;

  constructor(what: string) {
    super('databaseDamaged', `The database holds ${what}, which Bursar cannot read. ${unreadableAdvice}`, {
      cause: what,
    });
    this.what = what;
  }
}

export function unreadable(what: string): StoreError {
  return new Unreadable(what);
}

/** The longest path, in bytes, under which SQLite opens a database: eight less than its limit, for the names of the files beside it. */
const longestPathBytes = 504;

/**
 * Maps SQLite's or the operating system's code to a StoreError; returns the error itself if it has neither, since it is then a
 * programming error. `subject` says what was being done to what; `database` is the path of the database that was to be opened.
 */
export function storeErrorOf(error: unknown, subject: string, database = ''): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (code === null) return error;
  // SQLite says no more of it.
  const isTooLong = code === 'SQLITE_CANTOPEN' && Buffer.byteLength(database) > longestPathBytes;
  const [failure, why] = failures[isTooLong ? 'tooLong' : meaningOf(code)];
  return new StoreError(failure, `${subject} failed: ${why.replace('%', code)}`, { cause: code });
}

/** Whether a write failed because it would break a rule of the database. */
export function isConstraint(error: unknown): boolean {
  return (
    error instanceof StoreError && error.appError.details.cause?.startsWith('SQLITE_CONSTRAINT') === true
  );
}

/** Whether a write failed because a unique value already exists. */
export function isNotUnique(error: unknown): boolean {
  return error instanceof StoreError && error.appError.details.cause === 'SQLITE_CONSTRAINT_UNIQUE';
}

/** Like `storeErrorOf`, as a failed result; a programming error is rethrown. */
export function failureOf(error: unknown, subject: string, database = ''): Failure {
  const found = storeErrorOf(error, subject, database);
  if (!(found instanceof StoreError)) throw found;
  return { ok: false, error: found.appError };
}

/** What a code means, and what to do then; `%` stands for the code. */
const failures = {
  full: ['storageFailed', 'the disk is full. Make room and try again.'],
  damaged: [
    'databaseDamaged',
    'the database is damaged. Close Bursar, make a copy of the data folder, and restore the latest backup.',
  ],
  forbidden: [
    'storageFailed',
    'the folder or file may not be read or written. Check its permissions and that the disk is not read-only.',
  ],
  readOnly: ['storageFailed', 'the disk is read-only. Make it writable, or choose a folder on another disk.'],
  busy: ['storageFailed', 'another program is holding the database. Close it and try again.'],
  missing: [
    'storageFailed',
    'the folder or file does not exist. Check whether it was moved or deleted, then try again.',
  ],
  notFolder: ['storageFailed', 'part of this path is a file, not a folder. Choose another place.'],
  tooLong: ['storageFailed', 'the path is too long for a database. Choose a shorter one.'],
  constraint: ['internal', 'it would break a rule of the database. Nothing was changed.'],
  storage: ['storageFailed', 'the disk gave an error (%). Check the disk and try again.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;
type Meaning = keyof typeof failures;

const meanings: readonly (readonly [string, Meaning])[] = [
  ['SQLITE_FULL', 'full'],
  // The file of 32 KiB beside the database, without which SQLite does not open it, found no room.
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_READONLY', 'forbidden'],
  ['SQLITE_CANTOPEN', 'forbidden'],
  ['SQLITE_PERM', 'forbidden'],
  ['SQLITE_AUTH', 'forbidden'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['EROFS', 'readOnly'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['ENOENT', 'missing'],
  // A folder to be created is there already, as a link that leads nowhere, for example to a disk that is not connected.
  ['EEXIST', 'missing'],
  ['ENOTDIR', 'notFolder'],
  ['ENAMETOOLONG', 'tooLong'],
  ['SQLITE_CONSTRAINT', 'constraint'],
];

function meaningOf(code: string): Meaning {
  return meanings.find(([prefix]) => code === prefix || code.startsWith(`${prefix}_`))?.[1] ?? 'storage';
}

/** Whether a code of SQLite says that the content of a database is damaged. */
export function isDamage(code: string): boolean {
  return meaningOf(code) === 'damaged';
}

/** SQLite's codes for a statement or parameter that is wrong in the program. */
const programming: ReadonlySet<string> = new Set([
  'SQLITE_ERROR',
  'SQLITE_MISUSE',
  'SQLITE_RANGE',
  'SQLITE_MISMATCH',
]);

/**
 * The code of an error that SQLite reported; null for any other error. Matched by name: its class is created once per process, so a
 * second copy of the library in it (a bundle beside the sources) would not recognize its own errors.
 */
export function sqliteCode(error: unknown): string | null {
  const isIt = error instanceof Error && error.name === 'SqliteError' && 'code' in error;
  return isIt ? String(error.code) : null;
}

/** SQLite's code, or the operating system's; null for any other error. */
function codeOf(error: unknown): string | null {
  const code = sqliteCode(error);
  if (code !== null) return programming.has(code) ? null : code;
  if (error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return null;
}
