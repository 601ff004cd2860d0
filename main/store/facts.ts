import type { Connection } from './connection.ts';
import { integerIn, textIn } from './read-row.ts';
import { unreadable } from './store-error.ts';

/** What is the same for every payment of a batch, kept at hand so that reading a payment needs no join. */
export type BatchFacts = {
  readonly batchId: string;
  readonly keyId: string;
  readonly profileName: string;
  readonly callbackUrl: string;
  readonly createdAt: number;
};

const mostFacts = 2000;

/** Remembers facts of batches that never change while a profile stays as it is; this process is the only writer. */
export class Facts {
  readonly #connection: Connection;
  readonly #byNumber = new Map<number, BatchFacts>();
  readonly #numbers = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  ofBatch(batchNumber: number): BatchFacts {
    const known = this.#byNumber.get(batchNumber);
    if (known !== undefined) return known;
    const row = this.#connection.get(
      `SELECT batchId, keyId, name, batches.callbackUrl, batches.createdAt
       FROM batches JOIN profiles USING (profileNumber) WHERE batchNumber = +?`,
      batchNumber,
    );
    if (row === undefined) throw unreadable(`a payment of batch ${batchNumber}, which is not there`);
    const facts = {
      batchId: textIn(row, 'batchId'),
      keyId: textIn(row, 'keyId'),
      profileName: textIn(row, 'name'),
      callbackUrl: textIn(row, 'callbackUrl'),
      createdAt: integerIn(row, 'createdAt'),
    };
    if (this.#byNumber.size >= mostFacts) this.#byNumber.clear();
    this.#byNumber.set(batchNumber, facts);
    return facts;
  }

  /** The number of a batch, or null when there is none of this ID. */
  numberOf(batchId: string): number | null {
    const known = this.#numbers.get(batchId);
    if (known !== undefined) return known;
    const row = this.#connection.get('SELECT batchNumber FROM batches WHERE batchId = +?', batchId);
    if (row === undefined) return null;
    const batchNumber = integerIn(row, 'batchNumber');
    if (this.#numbers.size >= mostFacts) this.#numbers.clear();
    this.#numbers.set(batchId, batchNumber);
    return batchNumber;
  }

  /** Forgets everything: a profile changed, or a batch went. */
  forget(): void {
    this.#byNumber.clear();
    this.#numbers.clear();
  }
}

/** What every method of the store works on. */
export type Context = {
  readonly connection: Connection;
  readonly facts: Facts;
  /**
   * Of each batch that is being imported, by its number: the first row of each duplicate number. An import that this process did
   * not begin is taken back when the database is opened, so that none is missing here.
   */
  readonly imports: Map<number, Map<number, number>>;
};

export function contextOn(connection: Connection): Context {
  return { connection, facts: new Facts(connection), imports: new Map() };
}
