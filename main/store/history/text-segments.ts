import type { Connection } from '../connection.ts';
import { integerIn } from '../read-row.ts';

/** Texts that one shelf holds: few enough that any question to it takes a few milliseconds. */
const textsOnAShelf = 20_000;

export type Shelf = { readonly shelfNumber: number; rows: number; least: number; greatest: number };

/** The shelves of one database, in memory; this process is the only writer. Each is a text index of the rows that were indexed one after the other. */
export class Shelves {
  readonly #connection: Connection;
  #shelves: Shelf[] = [];
  #hasChanged = false;
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
    this.#hasChanged = true;
    this.#isUntidy = true;
  }

  /** Writes what changed; belongs at the end of the transaction that changed it. */
  write(): void {
    const last = this.#shelves.at(-1);
    if (last === undefined || !this.#hasChanged) return;
    const { shelfNumber, rows, least, greatest } = last;
    this.#connection.run(
      'INSERT OR REPLACE INTO historyShelves (shelfNumber, rows, least, greatest) VALUES (?, ?, ?, ?)',
      shelfNumber,
      rows,
      least,
      greatest,
    );
    this.#hasChanged = false;
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
    this.#hasChanged = false;
    this.#shelves = this.#connection.all('SELECT * FROM historyShelves ORDER BY shelfNumber').map((row) => ({
      shelfNumber: integerIn(row, 'shelfNumber'),
      rows: integerIn(row, 'rows'),
      least: integerIn(row, 'least'),
      greatest: integerIn(row, 'greatest'),
    }));
  }

  #make(): Shelf {
    this.write();
    const shelf = {
      shelfNumber: this.#shelves.length + 1,
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
}

/** The table with the texts of a shelf. */
export function tableOf({ shelfNumber }: Shelf): string {
  return `historyText${shelfNumber}`;
}
