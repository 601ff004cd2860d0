import type { Connection } from '../connection.ts';
import { integerIn } from '../read-row.ts';
import { matchOf } from './search-text.ts';

/** The last trigram of a text shows whether it is in an index; searching for the whole text takes far longer. */
const lookedForCharacters = 3;
/** Texts in one segment: few enough that any search of it takes a few milliseconds. */
export const textsInASegment = 20_000;

export type TextSegment = { readonly shelfNumber: number; rows: number; least: number; greatest: number };

/** The text segments of one database, in memory; this process is the only writer. Each is a text index of rows indexed one after the other. */
export class TextSegments {
  readonly #connection: Connection;
  readonly #changed = new Set<TextSegment>();
  #segments: TextSegment[] = [];
  #needsMerge = false;
  /** Full segments that may have several trees: they were not read since the database was opened, or changed. */
  #notMerged = new Set<TextSegment>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.reload();
  }

  all(): readonly TextSegment[] {
    return this.#segments;
  }

  put(paymentId: number, text: string): void {
    const last = this.#segments.at(-1);
    const isFull = last !== undefined && last.rows >= textsInASegment;
    if (isFull) this.#notMerged.add(last);
    const segment = last === undefined || isFull ? this.#make() : last;
    segment.rows += 1;
    segment.least = Math.min(segment.least, paymentId);
    segment.greatest = Math.max(segment.greatest, paymentId);
    this.#connection.run(`INSERT INTO ${tableOf(segment)} (rowid, text) VALUES (?, ?)`, paymentId, text);
    this.#changed.add(segment);
    this.#needsMerge = true;
  }

  /** Removes the text of this payment, and the segment with its last text. */
  take(paymentId: number, text: string): void {
    const segment = this.#holding(paymentId, text);
    if (segment === undefined) return;
    const table = tableOf(segment);
    this.#connection.run(
      `INSERT INTO ${table} (${table}, rowid, text) VALUES ('delete', ?, ?)`,
      paymentId,
      text,
    );
    segment.rows -= 1;
    if (segment.rows === 0) this.#drop(segment);
    else {
      this.#changed.add(segment);
      if (segment !== this.#segments.at(-1)) this.#notMerged.add(segment);
    }
  }

  /** Whether a search for the end of this text finds the payment. */
  has(paymentId: number, text: string): boolean {
    return this.#candidates(paymentId).some((segment) => this.#finds(segment, paymentId, text));
  }

  /** Drops the last segment with all of its texts; false if there is none. */
  dropLast(): boolean {
    const last = this.#segments.at(-1);
    if (last !== undefined) this.#drop(last);
    return last !== undefined;
  }

  /** Writes what changed; call it at the end of the transaction that changed it. */
  write(): void {
    for (const { shelfNumber, rows, least, greatest } of this.#changed)
      this.#connection.insert('historyShelves', { shelfNumber, rows, least, greatest }, 'OR REPLACE');
    this.#changed.clear();
  }

  /** Merges this many pages of the last segment, if texts were added since; false if not. SQLite's automatic merging has no time bound. */
  merge(pages: number): boolean {
    const last = this.#segments.at(-1);
    if (!this.#needsMerge || last === undefined) return false;
    const table = tableOf(last);
    this.#connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, pages);
    this.#needsMerge = false;
    return true;
  }

  /**
   * Merges this many pages of a full segment with several trees, each of which a search would query for each trigram; looks
   * at one segment at most. False if there is none left.
   */
  mergeFull(pages: number): boolean {
    const [segment] = this.#notMerged;
    if (segment === undefined) return false;
    if (!this.#segments.includes(segment) || this.#isOneTree(segment)) {
      this.#notMerged.delete(segment);
      return this.#notMerged.size > 0;
    }
    const table = tableOf(segment);
    const before = this.#changes();
    // A negative number merges all trees into one, however few they are.
    this.#connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, -pages);
    // A merge that changes fewer than two rows found nothing to do (SQLite: FTS5, the 'merge' command).
    if (this.#changes() - before < 2) this.#notMerged.delete(segment);
    return true;
  }

  /** Reads the segments from the database, after opening or a rollback. */
  reload(): void {
    this.#changed.clear();
    this.#segments = this.#connection.all('SELECT * FROM historyShelves ORDER BY shelfNumber').map((row) => ({
      shelfNumber: integerIn(row, 'shelfNumber'),
      rows: integerIn(row, 'rows'),
      least: integerIn(row, 'least'),
      greatest: integerIn(row, 'greatest'),
    }));
    this.#notMerged = new Set(this.#segments.slice(0, -1));
  }

  #make(): TextSegment {
    const segment = {
      shelfNumber: (this.#segments.at(-1)?.shelfNumber ?? 0) + 1,
      rows: 0,
      least: Number.MAX_SAFE_INTEGER,
      greatest: 0,
    };
    const table = tableOf(segment);
    // Another program may have removed a segment from the list of them, or the table of one.
    this.#connection.database.exec(
      `DROP TABLE IF EXISTS ${table};
       CREATE VIRTUAL TABLE ${table} USING fts5 (
         text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');
       INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);
       INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 1000);`,
    );
    this.#segments.push(segment);
    return segment;
  }

  #drop(segment: TextSegment): void {
    this.#connection.database.exec(`DROP TABLE IF EXISTS ${tableOf(segment)}`);
    this.#connection.run('DELETE FROM historyShelves WHERE shelfNumber = +?', segment.shelfNumber);
    this.#segments = this.#segments.filter((other) => other !== segment);
    this.#changed.delete(segment);
  }

  #changes(): number {
    return Number(this.#connection.get('SELECT total_changes() AS changes')?.['changes']);
  }

  /** FTS5 calls its trees segments, and numbers them. */
  #isOneTree(segment: TextSegment): boolean {
    const trees = `${tableOf(segment)}_idx`;
    const row = this.#connection.get(
      `SELECT (SELECT segid FROM ${trees} ORDER BY segid LIMIT 1) IS (SELECT segid FROM ${trees} ORDER BY segid DESC LIMIT 1) AS isOne`,
    );
    return row?.['isOne'] === 1;
  }

  /** Two imports that ended in another order than they began make overlapping segments; the text shows which one it is. */
  #holding(paymentId: number, text: string): TextSegment | undefined {
    const candidates = this.#candidates(paymentId);
    return candidates.length <= 1
      ? candidates[0]
      : candidates.find((segment) => this.#finds(segment, paymentId, text));
  }

  #candidates(paymentId: number): TextSegment[] {
    return this.#segments.filter(({ least, greatest }) => least <= paymentId && paymentId <= greatest);
  }

  #finds(segment: TextSegment, paymentId: number, text: string): boolean {
    const match = matchOf(Array.from(text).slice(-lookedForCharacters).join(''));
    // A number is bound as a real one, and FTS5 ignores a comparison of its rowid with that.
    const found = `SELECT 1 FROM ${tableOf(segment)} WHERE ${tableOf(segment)} MATCH ? AND rowid = CAST(? AS INTEGER)`;
    return match !== null && this.#connection.get(found, match, paymentId) !== undefined;
  }
}

/** The table with the texts of a segment. */
export function tableOf({ shelfNumber }: TextSegment): string {
  return `historyText${shelfNumber}`;
}
