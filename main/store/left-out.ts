import { Unreadable } from './store-error.ts';

/** Records that lists left out since the database was opened, because they cannot be read. */
export class LeftOut {
  readonly #records = new Set<string>();
  #listener: (record: string) => void = () => undefined;

  /** What cannot be read of each, and where. */
  get records(): string[] {
    return [...this.#records];
  }

  /** Called once for each record. */
  listen(listener: (record: string) => void): void {
    this.#listener = listener;
    for (const record of this.#records) listener(record);
  }

  /**
   * Reads the rows of a list that is only shown. One that cannot be read is left out, so that it does not hide the others, and reported.
   * Never for what is added up, exported or decided by, where it would be a false claim to go without it: that fails.
   */
  readable<Row, Read>(rows: readonly Row[], read: (row: Row) => Read): Read[] {
    return rows.flatMap((row) => {
      try {
        return [read(row)];
      } catch (thrown) {
        if (!(thrown instanceof Unreadable)) throw thrown;
        this.#add(thrown.what);
        return [];
      }
    });
  }

  /** A page of such a list, which continues behind what cannot be read: a shorter page is the last one. */
  readablePage<Row, Read>(
    limit: number,
    after: number,
    list: {
      readonly rows: (after: number, limit: number) => readonly Row[];
      readonly read: (row: Row) => Read;
      readonly placeOf: (row: Row) => number;
    },
  ): Read[] {
    const rows = list.rows(after, limit);
    const read = this.readable(rows, list.read);
    const last = rows.at(-1);
    const isWhole = last === undefined || rows.length < limit || read.length === limit;
    return isWhole ? read : [...read, ...this.readablePage(limit - read.length, list.placeOf(last), list)];
  }

  #add(record: string): void {
    if (this.#records.has(record)) return;
    this.#records.add(record);
    this.#listener(record);
  }
}
