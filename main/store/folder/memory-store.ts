import Sqlite from 'better-sqlite3';
import type { Store } from '../../core/ports/index.ts';
import { finishCancelling } from '../batches/cancel.ts';
import { Connection } from '../connection.ts';
import { contextOn } from '../context.ts';
import { discardImports } from '../batches/import-rows.ts';
import { forgetOutcomes } from './forget-outcomes.ts';
import { migrate } from './migrate.ts';
import { olderRecords } from './older-records.ts';
import { createStore } from '../sqlite-store.ts';

/** A store in memory, and what would be on disk if the process died now. */
export type MemoryStore = Store & { image(): Uint8Array };

let template: Uint8Array | null = null;

/**
 * The same store with the same tables in memory, for simulations; it is gone when closed. With an image it opens as after a crash at the
 * moment when the image was taken; `isBehind` says that it is older than what was sent, which marks would tell (see Marks).
 */
export function openMemoryStore(
  options: { readonly image?: Uint8Array; readonly at?: number; readonly isBehind?: boolean } = {},
): MemoryStore {
  template ??= migratedTemplate();
  const { image = template, at = 0, isBehind = false } = options;
  const connection = new Connection(new Sqlite(Buffer.from(image)));
  const context = contextOn(connection);
  discardImports(context, at);
  finishCancelling(context, at);
  if (isBehind) forgetOutcomes(context, at, 'behind');
  const store = createStore(connection, {
    directory: null,
    lastUseAt: at,
    foundOlder: isBehind ? olderRecords(context) : null,
    marks: null,
    whenClosed: () => undefined,
  });
  return { ...store, image: () => connection.database.serialize() };
}

function migratedTemplate(): Uint8Array {
  const connection = new Connection(new Sqlite(':memory:'));
  migrate(connection);
  const bytes = connection.database.serialize();
  connection.close();
  return bytes;
}
