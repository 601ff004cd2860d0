import Sqlite from 'better-sqlite3';
import type { Store } from '../../main/core/ports/index.ts';
import { finishCancelling } from '../../main/store/batches/cancel.ts';
import { Connection } from '../../main/store/connection.ts';
import { contextOn } from '../../main/store/context.ts';
import { discardImports } from '../../main/store/batches/take-back.ts';
import { forgetOutcomes, olderRecords } from '../../main/store/folder/forget-outcomes.ts';
import { markOf } from '../../main/store/folder/marks.ts';
import { migratedDatabase } from '../../main/store/folder/empty-database.ts';
import { createStore } from '../../main/store/sqlite-store.ts';

/** A store in memory, its database, and the image that would be on disk if the process died now. */
export type MemoryStore = Store & { readonly database: Sqlite.Database; image(): Uint8Array };

export type MemoryOpening = {
  /** Milliseconds since 1970 UTC. */
  readonly at?: number;
  /** The records are older than what was sent, which marks would reveal (see Marks). */
  readonly isBehind?: boolean;
  /** The database is a backup that replaced the last one. */
  readonly isRestored?: boolean;
  /** Retries were released after the state of these records. */
  readonly missesRetries?: boolean;
};

let template: Uint8Array | null = null;

/**
 * The real store with its tables in memory; closing it deletes them. With an image it opens as after a crash at the
 * moment when the image was taken.
 */
export function openMemoryStore(options: MemoryOpening & { readonly image?: Uint8Array } = {}): MemoryStore {
  return openOn(new Connection(databaseOf(options.image)), options);
}

/**
 * An in-memory database that outlives the processes that open it, for simulations. All writes are in one transaction, so that
 * rolling back empties the database: a new one, whose statements are prepared again, takes longer than a simulation.
 */
export class MemoryDisk {
  /** Called for each payment whose state is written, even if that is not committed. */
  onLife: (paymentId: number) => void = () => undefined;
  readonly #empty = new NestedConnection(migratedDatabase());
  /** The database that replaced the empty one. */
  #replaced: LastingConnection | null = null;

  constructor() {
    this.#tellLives(this.#empty);
    this.#empty.begin();
  }

  /** Opens the current content, as after a crash at this moment. The previously opened store is no longer used. */
  open(options: MemoryOpening = {}): MemoryStore {
    return openOn(this.#replaced ?? this.#empty, options);
  }

  /** Replaces the database with this image; the flag says whether it misses retries released since, as a mark would. */
  replace(image: Uint8Array): boolean {
    const { retriedAt } = markOf(contextOn(this.#replaced ?? this.#empty)) ?? {};
    this.#replaced?.database.close();
    this.#replaced = new LastingConnection(databaseOf(image));
    this.#tellLives(this.#replaced);
    return retriedAt !== markOf(contextOn(this.#replaced))?.retriedAt;
  }

  /** Makes it empty. */
  clear(): void {
    this.#replaced?.database.close();
    this.#replaced = null;
    this.#empty.beginAnew();
  }

  #tellLives({ database }: Connection): void {
    database.function('tellLife', (paymentId: number) => this.onLife(paymentId));
    database.exec(
      `CREATE TEMP TRIGGER tellAdded AFTER INSERT ON main.lives BEGIN SELECT tellLife(new.paymentId); END;
       CREATE TEMP TRIGGER tellWritten AFTER UPDATE OF state ON main.lives BEGIN SELECT tellLife(new.paymentId); END;`,
    );
  }
}

/** Stays open when a store on it is closed. */
class LastingConnection extends Connection {
  override close(): void {
    this.whenAppended = null;
  }
}

/** Its transactions are savepoints of one transaction that is never committed. */
class NestedConnection extends LastingConnection {
  #isInside = false;

  begin(): void {
    this.database.exec('BEGIN');
  }

  /** Rolls back everything since `begin`. */
  beginAnew(): void {
    this.database.exec('ROLLBACK; BEGIN');
  }

  override transaction<Outcome>(work: () => Outcome): Outcome {
    if (this.#isInside) throw new Error('a transaction within a transaction');
    this.#isInside = true;
    this.run('SAVEPOINT nested');
    try {
      const outcome = work();
      this.run('RELEASE nested');
      return outcome;
    } catch (error) {
      this.run('ROLLBACK TO nested');
      this.run('RELEASE nested');
      throw error;
    } finally {
      this.#isInside = false;
    }
  }
}

function databaseOf(image: Uint8Array | undefined): Sqlite.Database {
  // All stores of this process have the same identity.
  template ??= migratedDatabase().serialize();
  return new Sqlite(Buffer.from(image ?? template));
}

function openOn(
  connection: Connection,
  { at = 0, isBehind = false, isRestored = false, missesRetries = false }: MemoryOpening,
): MemoryStore {
  const context = contextOn(connection);
  discardImports(context, at);
  if (isBehind || isRestored) {
    finishCancelling(context, at);
    forgetOutcomes(context, { at, cause: isBehind ? 'behind' : 'restored', missesRetries });
  }
  const store = createStore(connection, {
    directory: null,
    lastUseAt: at,
    foundOlder: isBehind ? olderRecords(context) : null,
    marks: null,
    whenClosed: () => undefined,
  });
  const { database } = connection;
  return { ...store, database, image: () => database.serialize() };
}
