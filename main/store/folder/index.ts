import type { OlderRecords } from '../../../contract/treasury/attention.ts';
import type { FolderStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { backUp } from './backup.ts';
import { missingParts } from './check-schema.ts';
import { examine } from './examine.ts';
import type { ControlCopies } from './control-copies.ts';
import type { Marks } from './marks.ts';
import { olderRecords } from './forget-outcomes.ts';
import { storeErrorOf } from '../store-error.ts';

/** The location of a store. */
export type Home = {
  /** The data folder; null for a store in memory. */
  readonly directory: string | null;
  /** See FolderLock. */
  readonly lastUseAt: number;
  /** See FolderStore. */
  readonly foundOlder: OlderRecords | null;
  readonly marks: Pick<Marks, 'sync' | 'close' | 'examine'> | null;
  readonly copies?: ControlCopies | null;
  readonly whenClosed: () => void;
};

/** Implements FolderStore. */
export function folderStore(context: Context, home: Home): FolderStore {
  const { connection } = context;
  const { directory, lastUseAt, foundOlder, marks, whenClosed } = home;
  return {
    lastUseAt,
    foundOlder,
    olderRecords: () => olderRecords(context),
    dismissOlderRecords() {
      connection.run('DELETE FROM olderRecords');
    },
    examine() {
      try {
        return [...examine(connection, directory), ...(marks?.examine() ?? [])];
      } catch (error) {
        throw storeErrorOf(error, `Checking the data folder ${directory}`);
      }
    },
    missingParts: () => missingParts(connection),
    backup: (path, job) => backUp(connection, path, job),
    close() {
      connection.close();
      marks?.close();
      whenClosed();
    },
  };
}
