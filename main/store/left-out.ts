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

  #add(record: string): void {
    if (this.#records.has(record)) return;
    this.#records.add(record);
    this.#listener(record);
  }
}
