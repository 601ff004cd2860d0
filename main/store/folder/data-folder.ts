import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from '../store-error.ts';

export const folderMode = 0o700;
export const fileMode = 0o600;
/** Where the desktop app keeps what belongs to its window. */
const windowFolder = 'window';

/** The files of a data folder. */
export function filesOf(directory: string): {
  readonly database: string;
  /** A new database until it is complete; worthless otherwise. */
  readonly unfinished: string;
  /** A backup while it is prepared to replace the database; worthless otherwise. */
  readonly restoring: string;
  /** The last event of the database; see Marks. */
  readonly mark: string;
  readonly lock: string;
  readonly owner: string;
} {
  return {
    database: join(directory, 'bursar.sqlite'),
    unfinished: join(directory, 'bursar.new.sqlite'),
    restoring: join(directory, 'bursar.restoring.sqlite'),
    mark: join(directory, 'bursar.mark'),
    lock: join(directory, 'bursar.lock'),
    owner: join(directory, 'owner.json'),
  };
}

/** The files that SQLite keeps beside a database. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/**
 * Creates the folder if needed and closes it to other users; throws the system's error, and `storageFailed` for a folder of others,
 * which stays as it is.
 */
export function prepareFolder(directory: string): void {
  makeFolder(resolve(directory));
  if (modeOf(directory) !== folderMode) {
    refuseShared(directory);
    chmodSync(directory, folderMode);
  }
  // SQLite does not tell a read-only disk from a file that may not be written.
  accessSync(directory, constants.W_OK);
}

/** A mistyped path, such as that of the folder above, would take a folder with other files away from everyone who uses it. */
function refuseShared(directory: string): void {
  // Throws for a file, whose mode stays as it is, too.
  const names = readdirSync(directory);
  const isShared = process.platform !== 'win32' && (modeOf(directory) & 0o077) !== 0;
  // The desktop app creates its own folder before it opens the data folder.
  const isUsed = names.some((name) => name !== windowFolder);
  if (isShared && isUsed && !names.some((name) => name.startsWith('bursar.')))
    throw new StoreError(
      'storageFailed',
      `The folder ${directory} holds other files and no data of Bursar, and other people can open it, which a data folder does not allow. Choose an empty folder or a new one, such as ${join(directory, 'bursar')}.`,
    );
}

/** One folder at a time: Node's own recursive mkdir never returns in some places, for example /proc. */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  makeFolder(dirname(directory));
  mkdirSync(directory, { mode: folderMode });
}

/** Returns a function that says whether the file at this path still is the same file. */
export function placeOf(path: string): () => boolean {
  const { ino } = statSync(path, { bigint: true });
  return () => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === ino;
}

/** Creates an empty file that only this user can read, so that its later content was never open to others. */
export function createPrivately(path: string): void {
  closeSync(openSync(path, 'wx', fileMode));
}

/**
 * Writes a file that only this user can read, replacing an existing one, and on disk when this returns; under another name until
 * it is complete.
 */
export function writePrivately(path: string, content: string | Uint8Array, unfinished = `${path}.new`): void {
  const descriptor = openSync(unfinished, 'w', fileMode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}

/** SQLite gives the files beside a database the mode of the database itself. */
export function makePrivate(path: string): void {
  for (const file of [path, ...companions.map((suffix) => `${path}${suffix}`)])
    if (existsSync(file) && modeOf(file) !== fileMode) chmodSync(file, fileMode);
}

export function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', ...companions]) rmSync(`${path}${suffix}`, { force: true });
}

/** A database that was set aside; the number counts those of the folder, since its clock may be set back. The first has none. */
const asideName = /^bursar\.(?:damaged|replaced)-(?<time>.*?)(?:Z-(?<number>\d+))?\.sqlite$/;

/** Databases in this folder that were set aside because they were damaged or replaced by a restored backup, the last one last. */
export function asideFiles(directory: string): string[] {
  return asideIn(directory).map(({ name }) => join(directory, name));
}

function asideIn(directory: string): { name: string; number: number; time: string }[] {
  return readdirSync(directory)
    .flatMap((name) => {
      const parts = asideName.exec(name)?.groups;
      return parts === undefined
        ? []
        : { name, number: Number(parts['number'] ?? 1), time: parts['time'] ?? '' };
    })
    .toSorted((one, other) => one.number - other.number || (one.time < other.time ? -1 : 1));
}

/**
 * Renames the database, with SQLite's files beside it, to `bursar.<why>-<UTC time>-<number>.sqlite`; returns the new path of the
 * first of them that was there. The database goes first: with a part of it under its old name, opening fails instead of starting an empty history.
 */
export function putAside(directory: string, why: 'damaged' | 'replaced', at: number): string {
  const { database } = filesOf(directory);
  const time = new Date(at).toISOString().replaceAll(':', '-');
  const last = asideIn(directory).at(-1);
  const number = last === undefined ? '' : `-${last.number + 1}`;
  const aside = join(directory, `bursar.${why}-${time}${number}.sqlite`);
  const present = ['', ...companions].filter((suffix) => existsSync(`${database}${suffix}`));
  for (const suffix of present) renameSync(`${database}${suffix}`, `${aside}${suffix}`);
  syncFolder(directory);
  return `${aside}${present[0] ?? ''}`;
}

/** Makes renames in the folder survive a power cut. Windows has no such call and does it itself. */
export function syncFolder(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
