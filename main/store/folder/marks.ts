import type { Check } from '../../../contract/maintenance/check.ts';
import { databaseIdOf } from '../approvals/controls.ts';
import { chainHead } from '../audit/chain-head.ts';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { hexOf } from '../audit/event-hash.ts';
import { booksSavedAt, lastBooks, mayLackBooks, type BooksOutside } from '../books/lost-books.ts';
import { bytesIn, integerIn } from '../read-row.ts';
import { StoreError } from '../store-error.ts';
import { filesOf, folderMode, placeOf } from './data-folder.ts';
import { errorCode, MarkFile, type Mark } from './high-water-mark.ts';

/**
 * The last event of the database, recorded outside it: in the data folder, where it is on disk before anything is sent, and under the
 * name of the database in the state directory of this user, which a copied data folder leaves where it is.
 */
export class Marks {
  readonly #context: Context;
  readonly databaseId: string;
  readonly #directory: string;
  readonly #isInPlace: () => boolean;
  readonly #inFolder: MarkFile;
  readonly #elsewhere: MarkFile | null;
  readonly #stateDirectory: string | null;
  /** Why there is no second mark, in the system's words; null: there is one, or none is wanted. */
  #failure: string | null = null;

  constructor(context: Context, directory: string, stateDirectory: string | null) {
    this.#context = context;
    this.databaseId = databaseIdOf(context);
    this.#directory = directory;
    this.#isInPlace = placeOf(context.connection.database.name);
    this.#inFolder = new MarkFile(filesOf(directory).mark);
    this.#stateDirectory = stateDirectory;
    this.#elsewhere = stateDirectory === null ? null : this.#openElsewhere(stateDirectory);
  }

  /**
   * Whether payments may have been sent that these records do not know, whether retries are among them, whether something may have been
   * stopped since, and which exports of the books were saved.
   */
  compare(): Missing & { readonly books: BooksOutside } {
    return { ...this.missing(), books: this.#books() };
  }

  /** The same without the exports of the books; also for a database of an earlier version, which is to be replaced. */
  missing(): Missing {
    const head = headOf(this.#context);
    if (head === null) return { isAhead: false, missesRetries: false, missesStops: false };
    const { found } = this.#inFolder;
    if (found === null && isMarked(this.#context))
      return { isAhead: true, missesRetries: true, missesStops: true };
    const ahead = [found, this.#elsewhere?.found ?? null].filter(
      (mark) => mark !== null && !isKnown(this.#context, mark, head),
    );
    return {
      isAhead: ahead.length > 0,
      missesRetries: ahead.some((mark) => mark !== null && misses('retriedAt', mark, head)),
      missesStops: ahead.some((mark) => mark !== null && misses('stoppedAt', mark, head)),
    };
  }

  #books(): BooksOutside {
    const marks = [this.#inFolder.found, this.#elsewhere?.found ?? null].filter(
      (mark) => mark?.databaseId === this.databaseId,
    );
    const numbers = marks.flatMap((mark) => mark?.lastBooks ?? []);
    return {
      last: numbers.length === 0 ? null : Math.max(...numbers),
      others: marks.flatMap((mark) => (mark === null ? [] : otherBooks(this.#context, mark))),
      mayLack: marks.some((mark) => mark?.mayLackBooks === true),
    };
  }

  /** From now on the current end of the log is the mark. */
  begin(): void {
    const mark = markOf(this.#context);
    if (mark === null) return;
    this.#inFolder.begin(mark);
    this.#beginElsewhere(mark);
    this.#context.connection.run('UPDATE databaseIdentity SET isMarked = 1 WHERE isMarked = 0');
  }

  #beginElsewhere(mark: Mark): void {
    try {
      this.#elsewhere?.begin(mark);
    } catch (error) {
      // The mark in the folder remains; diagnostics name the failure.
      this.#failure = errorCode(error);
    }
  }

  /** The second mark is optional, so Bursar works without it if it cannot be written; diagnostics say so. */
  #openElsewhere(stateDirectory: string): MarkFile | null {
    try {
      if (!existsSync(stateDirectory)) mkdirSync(stateDirectory, { recursive: true, mode: folderMode });
      return new MarkFile(join(stateDirectory, `${this.databaseId}.mark`));
    } catch (error) {
      this.#failure = errorCode(error);
      return null;
    }
  }

  /** Whether the mark outside the data folder is written; nothing if none is wanted. */
  examine(): Check[] {
    const directory = this.#stateDirectory;
    if (directory === null) return [];
    const cause = this.#failure ?? this.#elsewhere?.failure ?? null;
    return [{ code: 'markElsewhere', isFine: cause === null, directory, cause }];
  }

  /** Call after each commit that appended events or saved an export of the books. */
  keep(head: Pick<Mark, 'sequence' | 'hash'>): void {
    const mark = { databaseId: this.databaseId, ...head, ...sinceEvents(this.#context) };
    this.#inFolder.keep(mark);
    this.#elsewhere?.keep(mark);
  }

  /**
   * Call after an intent is committed and before it is sent; throws `storageFailed`. A database that was moved or deleted while it is
   * open can still be written, and nobody would find the intent in it (invariant I1).
   */
  sync(): void {
    if (!this.#isInPlace())
      throw new StoreError(
        'storageFailed',
        `The data folder ${this.#directory} was moved or deleted while Bursar uses it, so nothing more is sent. Put it back, or restore a backup.`,
        { cause: 'moved' },
      );
    this.#inFolder.sync();
  }

  close(): void {
    this.#inFolder.close();
    this.#elsewhere?.close();
  }
}

type Missing = {
  readonly isAhead: boolean;
  readonly missesRetries: boolean;
  readonly missesStops: boolean;
};

/** What says whether a mark is ahead. */
type Head = Pick<Mark, 'databaseId' | 'sequence' | 'hash' | 'retriedAt' | 'stoppedAt'>;

function isMarked({ connection }: Context): boolean {
  return connection.get('SELECT 1 FROM databaseIdentity WHERE isMarked = 1') !== undefined;
}

/** The last event of the database; null if the head of the chain was removed, which the audit reports. */
export function markOf(context: Context): Mark | null {
  const head = headOf(context);
  return head === null ? null : { ...head, ...sinceEvents(context) };
}

function headOf(context: Context): Head | null {
  const head = chainHead(context.connection);
  return head === null ? null : { databaseId: databaseIdOf(context), ...head, ...timesOf(context) };
}

function sinceEvents(context: Context): Omit<Mark, 'databaseId' | 'sequence' | 'hash'> {
  const lacking = mayLackBooks(context) ? ({ mayLackBooks: true } as const) : {};
  const last = lastBooks(context);
  const savedAt = booksSavedAt(context, last);
  const saved = savedAt === null ? {} : { lastBooksAt: savedAt };
  return { ...timesOf(context), lastBooks: last, ...saved, ...lacking };
}

/** The number of the last export of the books by a mark, if these records have another one of that number. */
function otherBooks(context: Context, { lastBooks: number, lastBooksAt }: Mark): number[] {
  if (number === undefined || lastBooksAt === undefined) return [];
  const savedAt = booksSavedAt(context, number);
  return savedAt === null || savedAt === lastBooksAt ? [] : [number];
}

/** See Mark. A database of an earlier version has not each of these columns. */
function timesOf({ connection }: Context): { retriedAt: number; stoppedAt: number } {
  const row = connection.get('SELECT * FROM databaseIdentity WHERE one = 1') ?? {};
  const timeIn = (name: 'retriedAt' | 'stoppedAt') => (row[name] === undefined ? 0 : integerIn(row, name));
  return { retriedAt: timeIn('retriedAt'), stoppedAt: timeIn('stoppedAt') };
}

/**
 * Whether the last release that had retries, or the last stop, may be missing: these records, or a mark of what happened after an older
 * backup was restored or in a copy of the folder, name another one. A mark without this value, or of another database, leaves it open.
 */
function misses(what: 'retriedAt' | 'stoppedAt', mark: Mark, head: Head): boolean {
  return mark.databaseId !== head.databaseId || (mark[what] !== 0 && mark[what] !== head[what]);
}

/**
 * Whether the events of the database begin with those up to the mark. A single event or a head that does not match was changed
 * by hand, which the audit reports.
 */
function isKnown({ connection }: Context, mark: Mark, head: Head): boolean {
  if (mark.databaseId !== head.databaseId || mark.sequence > head.sequence) return false;
  // Records that miss retries or stops may add no event.
  if ((mark.retriedAt ?? 0) > (head.retriedAt ?? 0) || (mark.stoppedAt ?? 0) > (head.stoppedAt ?? 0))
    return false;
  if (mark.sequence === head.sequence && mark.hash === head.hash) return true;
  const event = connection.get('SELECT hash FROM events WHERE sequence = +?', mark.sequence);
  return event === undefined || hexOf(bytesIn(event, 'hash')) === mark.hash;
}
