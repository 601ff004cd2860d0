import { hash } from 'node:crypto';
import { closeSync, constants, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { StoreError } from '../store-error.ts';
import { fileMode, makePrivate, syncFolder } from './data-folder.ts';

/** The state of a database: its chain of events ends with this event. */
export const Mark = z.object({
  databaseId: z.string(),
  sequence: z.number().int(),
  hash: z.string(),
  /**
   * When retries were last released, or found to be missing, in milliseconds since 1970; 0 if never. A
   * number of an event if they were before the update from version 0.4.0, whose marks lack it.
   */
  retriedAt: z.number().int().optional(),
  /**
   * When something was last stopped or rejected that Bursar would have sent, or found to be missing, in milliseconds since 1970; 0 if
   * nothing was. Absent in a mark of an earlier version.
   */
  stoppedAt: z.number().int().optional(),
  /** The number of the last saved export of the books; 0 if there was none. Absent in a mark of an earlier version. */
  lastBooks: z.number().int().optional(),
  /** When it was saved, in milliseconds since 1970: a copy of the folder may have saved another one of that number. Absent if it is lost, too. */
  lastBooksAt: z.number().int().optional(),
  /** Exports of the books may have been saved of which nothing shows how many. */
  mayLackBooks: z.literal(true).optional(),
});
export type Mark = z.infer<typeof Mark>;
const MarkWithChecksum = z.object({ mark: Mark, check: z.string() });

/**
 * The mark is written alternately to one of two slots, each in its own block, so that an incomplete write leaves the previous
 * one intact. The file never changes its size, so no write needs space on the disk.
 */
const placeBytes = 4096;
const recordBytes = 512;

/** A small file outside the database that records its last event. */
export class MarkFile {
  /** The mark found when the file was opened; null if there was no readable one. */
  readonly found: Mark | null;
  readonly #descriptor: number;
  #place: number;
  #failure: unknown = null;
  #isSynced = true;

  /** Opens the file, or creates it for this user only; throws the system's error. */
  constructor(path: string) {
    const isNew = !existsSync(path);
    // A copy from a medium that is read-only has the mode that it had there.
    makePrivate(path);
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, fileMode);
    if (isNew) syncFolder(dirname(path));
    const marks = [0, 1].map((place) => this.#read(place));
    const [first, second] = marks;
    this.#place = isLater(first ?? null, second ?? null) ? 0 : 1;
    this.found = marks[this.#place] ?? null;
  }

  /** Writes the mark without waiting for the disk: it survives this process, not a power cut. `sync` throws a failure. */
  keep(mark: Mark): void {
    this.#place = 1 - this.#place;
    this.#isSynced = false;
    const text = JSON.stringify({ mark, check: checkOf(mark) });
    try {
      writeSync(this.#descriptor, text.padEnd(recordBytes), this.#place * placeBytes);
      this.#failure = null;
    } catch (error) {
      this.#failure = error;
    }
  }

  /** The system error of the last write, if it failed. */
  get failure(): string | null {
    return this.#failure === null ? null : errorCode(this.#failure);
  }

  /** Waits until the mark is on the disk; throws `storageFailed` if it cannot be written. */
  sync(): void {
    if (this.#isSynced) return;
    try {
      if (this.#failure !== null) throw this.#failure;
      fdatasyncSync(this.#descriptor);
      this.#isSynced = true;
    } catch (error) {
      const cause = errorCode(error);
      throw new StoreError(
        'storageFailed',
        `Bursar could not record its progress next to the database (${cause}), so it sends nothing more. Check the disk and try again.`,
        { cause },
      );
    }
  }

  /** Writes the mark to both slots, one after the other, so that one is readable at any moment and the earlier mark is gone. */
  begin(mark: Mark): void {
    if (this.found !== null && checkOf(this.found) === checkOf(mark)) return;
    for (const _place of [0, 1]) {
      this.keep(mark);
      this.sync();
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #read(place: number): Mark | null {
    const bytes = Buffer.alloc(recordBytes);
    readSync(this.#descriptor, bytes, 0, recordBytes, place * placeBytes);
    return readMark(bytes.toString('utf8'));
  }
}

/** Saving an export of the books adds no event. */
function isLater(first: Mark | null, second: Mark | null): boolean {
  const events = (first?.sequence ?? -1) - (second?.sequence ?? -1);
  return events > 0 || (events === 0 && (first?.lastBooks ?? -1) > (second?.lastBooks ?? -1));
}

/** The system's name of an error, such as `EACCES`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function readMark(text: string): Mark | null {
  try {
    const { mark, check } = MarkWithChecksum.parse(JSON.parse(text));
    return check === checkOf(mark) ? mark : null;
  } catch {
    return null;
  }
}

function checkOf(mark: Mark): string {
  const {
    databaseId,
    sequence,
    hash: head,
    retriedAt,
    lastBooks,
    mayLackBooks,
    stoppedAt,
    lastBooksAt,
  } = mark;
  const later = [retriedAt, lastBooks, mayLackBooks, stoppedAt, lastBooksAt].filter(
    (each) => each !== undefined,
  );
  const parts = [databaseId, sequence, head, ...later];
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);
}
