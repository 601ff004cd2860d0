import type { Store } from '../core/ports.ts';
import { verifyEvents, verifyPayments } from './audit.ts';
import { backUp } from './backup.ts';
import { batchesOfFile, countByState, findBatch, listBatches, unfinishedBatches } from './batches.ts';
import { cancelRows } from './cancel.ts';
import { claimQueued, claimUnknown } from './claim.ts';
import type { Connection } from './connection.ts';
import { duePayments, interruptSending, nextDueAt } from './due.ts';
import { duplicateRows } from './duplicates.ts';
import { examine } from './examine.ts';
import { contextOn, type Context } from './facts.ts';
import { addRows, beginBatch, discardBatch, finishBatch } from './import-rows.ts';
import {
  attemptsOf,
  eventsOf,
  findPayment,
  listPayments,
  orderIdsOfChunk,
  problemPayments,
  rowsOfBatch,
  usedOrderIds,
} from './lists.ts';
import {
  addProfile,
  findProfile,
  isProfileInUse,
  listProfiles,
  removeProfile,
  setHasStoredKey,
} from './profiles.ts';
import { record } from './record.ts';
import { countReleases, queueRows, releaseBatch } from './release.ts';

export type Home = {
  /** The data folder; null for a store in memory. */
  readonly directory: string | null;
  /** See FolderLock. */
  readonly lastUseAt: number;
  readonly whenClosed: () => void;
};

/** Puts the store together on a connection whose database is at the latest version. */
export function createStore(connection: Connection, { directory, lastUseAt, whenClosed }: Home): Store {
  const context = contextOn(connection);
  const on =
    <Input extends unknown[], Output>(method: (context: Context, ...input: Input) => Output) =>
    (...input: Input): Output =>
      method(context, ...input);
  return {
    lastUseAt,
    listProfiles: on(listProfiles),
    findProfile: on(findProfile),
    addProfile: on(addProfile),
    isProfileInUse: on(isProfileInUse),
    removeProfile: on(removeProfile),
    setHasStoredKey: on(setHasStoredKey),
    beginBatch: on(beginBatch),
    addRows: on(addRows),
    finishBatch: on(finishBatch),
    discardBatch: on(discardBatch),
    findBatch: on(findBatch),
    listBatches: on(listBatches),
    batchesOfFile: on(batchesOfFile),
    unfinishedBatches: on(unfinishedBatches),
    usedOrderIds: on(usedOrderIds),
    duplicateRows: on(duplicateRows),
    countReleases: on(countReleases),
    releaseBatch: on(releaseBatch),
    queueRows: on(queueRows),
    cancelRows: on(cancelRows),
    claimQueued: on(claimQueued),
    claimUnknown: on(claimUnknown),
    record: on(record),
    duePayments: on(duePayments),
    nextDueAt: on(nextDueAt),
    interruptSending: on(interruptSending),
    orderIdsOfChunk: on(orderIdsOfChunk),
    countByState: on(countByState),
    problemPayments: on(problemPayments),
    listPayments: on(listPayments),
    rowsOfBatch: on(rowsOfBatch),
    findPayment: on(findPayment),
    eventsOf: on(eventsOf),
    attemptsOf: on(attemptsOf),
    verifyEvents: on(verifyEvents),
    verifyPayments: on(verifyPayments),
    examine: () => examine(connection, directory),
    backup: (path) => backUp(connection, path),
    close() {
      connection.close();
      whenClosed();
    },
  };
}
