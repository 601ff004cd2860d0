import type { Connection } from '../connection.ts';
import { integerIn } from '../read-row.ts';
import { matchOf } from './search-text.ts';

/** So much of the end of a text, one trigram, tells whether it is in an index; the whole of it takes far longer to look for. */
const lookedForCharacters = 3;
/** Texts that one shelf holds: few enough that any question to it takes a few milliseconds. */
const textsOnAShelf = 20_000;

export type Shelf = { readonly shelfNumber: number; rows: number; least: number; greatest: number };

/** The shelves of one database, in memory; this process is the only writer. Each is a text index of the rows that were indexed one after the other. */
export class Shelves {
  readonly #connection: Connection;
  readonly #changed = new Set<Shelf>();
  #shelves: Shelf[] = [];
  #isUntidy = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.reload();
  }

  all(): readonly Shelf[] {
    return this.#shelves;
  }

  put(paymentId: number, text: string): void {
    const last = this.#shelves.at(-1);
    const shelf = last === undefined || last.rows >= textsOnAShelf ? this.#make() : last;
    shelf.rows += 1;
    shelf.least = Math.min(shelf.least, paymentId);
    shelf.greatest = Math.max(shelf.greatest, paymentId);
    this.#connection.run(`INSERT INTO ${tableOf(shelf)} (rowid, text) VALUES (?, ?)`, paymentId, text);
    this.#changed.add(shelf);
    this.#isUntidy = true;
  }

  /** Takes away the text that was put for this payment, and the shelf with its last text. */
  take(paymentId: number, text: string): void {
    const shelf = this.#holding(paymentId, text);
    if (shelf === undefined) return;
    const table = tableOf(shelf);
    this.#connection.run(
      `INSERT INTO ${table} (${table}, rowid, text) VALUES ('delete', ?, ?)`,
      paymentId,
      text,
    );
    shelf.rows -= 1;
    if (shelf.rows === 0) this.#drop(shelf);
    else this.#changed.add(shelf);
  }

  /** Whether a search for the end of this text finds the payment. */
  has(paymentId: number, text: string): boolean {
    return this.#candidates(paymentId).some((shelf) => this.#finds(shelf, paymentId, text));
  }

  /** Drops the last shelf with all of its texts; false when there is none. */
  dropLast(): boolean {
    const last = this.#shelves.at(-1);
    if (last !== undefined) this.#drop(last);
    return last !== undefined;
  }

  /** Writes what changed; belongs at the end of the transaction that changed it. */
  write(): void {
    for (const { shelfNumber, rows, least, greatest } of this.#changed)
      this.#connection.run(
        'INSERT OR REPLACE INTO historyShelves (shelfNumber, rows, least, greatest) VALUES (?, ?, ?, ?)',
        shelfNumber,
        rows,
        least,
        greatest,
      );
    this.#changed.clear();
  }

  /** Merges so many pages of the last shelf, if something was put there since; false if not. SQLite's own merging takes as long as it likes. */
  tidy(pages: number): boolean {
    const last = this.#shelves.at(-1);
    if (!this.#isUntidy || last === undefined) return false;
    const table = tableOf(last);
    this.#connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, pages);
    this.#isUntidy = false;
    return true;
  }

  /** What is in the database counts: it was just opened, or a transaction was taken back. */
  reload(): void {
    this.#changed.clear();
    this.#shelves = this.#connection.all('SELECT * FROM historyShelves ORDER BY shelfNumber').map((row) => ({
      shelfNumber: integerIn(row, 'shelfNumber'),
      rows: integerIn(row, 'rows'),
      least: integerIn(row, 'least'),
      greatest: integerIn(row, 'greatest'),
    }));
  }

  #make(): Shelf {
    const shelf = {
      shelfNumber: (this.#shelves.at(-1)?.shelfNumber ?? 0) + 1,
      rows: 0,
      least: Number.MAX_SAFE_INTEGER,
      greatest: 0,
    };
    const table = tableOf(shelf);
    this.#connection.database.exec(
      `CREATE VIRTUAL TABLE ${table} USING fts5 (
         text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
       INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);
       INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 1000);`,
    );
    this.#shelves.push(shelf);
    return shelf;
  }

  #drop(shelf: Shelf): void {
    this.#connection.database.exec(`DROP TABLE ${tableOf(shelf)}`);
    this.#connection.run('DELETE FROM historyShelves WHERE shelfNumber = +?', shelf.shelfNumber);
    this.#shelves = this.#shelves.filter((other) => other !== shelf);
    this.#changed.delete(shelf);
  }

  /** Two imports that ended in another order than they began make shelves that overlap; the text tells them apart. */
  #holding(paymentId: number, text: string): Shelf | undefined {
    const candidates = this.#candidates(paymentId);
    return candidates.length <= 1
      ? candidates[0]
      : candidates.find((shelf) => this.#finds(shelf, paymentId, text));
  }

  #candidates(paymentId: number): Shelf[] {
    return this.#shelves.filter(({ least, greatest }) => least <= paymentId && paymentId <= greatest);
  }

  #finds(shelf: Shelf, paymentId: number, text: string): boolean {
    const match = matchOf(Array.from(text).slice(-lookedForCharacters).join(''));
    // A number is bound as a real one, and FTS5 passes over a comparison of its rowid with that.
    const found = `SELECT 1 FROM ${tableOf(shelf)} WHERE ${tableOf(shelf)} MATCH ? AND rowid = CAST(? AS INTEGER)`;
    return match !== null && this.#connection.get(found, match, paymentId) !== undefined;
  }
}

/** The table with the texts of a shelf. */
export function tableOf({ shelfNumber }: Shelf): string {
  return `historyText${shelfNumber}`;
}
