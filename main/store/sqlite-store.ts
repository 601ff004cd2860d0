import type { Store } from '../core/ports.ts';
import { countUnknown, dismiss, heldDrafts, noteHeld, troubles } from './attention.ts';
import { verifyEvents, verifyPayments } from './audit.ts';
import { backUp } from './backup.ts';
import {
  keepBalances,
  latestBalances,
  snapshotCurrencies,
  snapshotsBetween,
  thinSnapshots,
} from './balances.ts';
import { callbackAddresses, listDeliveries, noteCallbacks, setCallbackSecret } from './callbacks.ts';
import {
  batchesOfFile,
  batchesWithWork,
  countByState,
  findAnyBatch,
  findBatch,
  listBatches,
  unfinishedBatches,
} from './batches.ts';
import { cancelRows } from './cancel.ts';
import { claimQueued, claimUnknown } from './claim.ts';
import { findCodes, findMerchant, keepCodes, keepMerchant } from './codes.ts';
import type { Connection } from './connection.ts';
import { duePayments, interruptSending, nextDueAt } from './due.ts';
import { duplicateRows } from './duplicates.ts';
import { addSpareKey, editProfile, forgetSpareKey, setSigningKey, spareKeys } from './edit-profile.ts';
import { examine } from './examine.ts';
import { contextOn, type Context } from './facts.ts';
import { countIndexed, indexHistory, isHistoryIndexed, paymentsOf, walkHistory } from './history/index.ts';
import {
  addIncoming,
  countUnsentIncoming,
  findIncoming,
  incomingOfBatch,
  noteTold,
  prolongAwaiting,
  readingOf,
  scanIncoming,
} from './incoming.ts';
import { addRows, beginBatch, discardBatch, finishBatch } from './import-rows.ts';
import {
  attemptsOf,
  eventsOf,
  findPayment,
  orderIdsOfChunk,
  paymentsNamed,
  problemPayments,
  rowsOfBatch,
  usedOrderIds,
} from './lists.ts';
import { findOptions, forgetOptions, keepOptions } from './options.ts';
import {
  addProfile,
  findProfile,
  isProfileInUse,
  listProfiles,
  removeProfile,
  setHasStoredKey,
} from './profiles.ts';
import { isPaused, setPaused } from './pause.ts';
import { catchUpPayees, firstTimePayees } from './payees.ts';
import { record } from './record.ts';
import { countReleases, queueRows, releaseBatch } from './release.ts';
import { clearSheets } from './clear-sheets.ts';
import { liveRetries } from './retries.ts';
import { addToStep, applyStep, beginStep, commitStep, stepPart, storeStep, turnStep } from './sheet-steps.ts';
import {
  addSheetRows,
  beginSheet,
  dropSheet,
  findSheet,
  finishSheet,
  keepFacts,
  linkSheet,
  listSheets,
  renameSheet,
  sheetRows,
} from './sheets.ts';
import { takeBackDraft } from './take-back.ts';
import { readSetting, writeSetting } from './settings.ts';

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
    findAnyBatch: on(findAnyBatch),
    listBatches: on(listBatches),
    batchesOfFile: on(batchesOfFile),
    unfinishedBatches: on(unfinishedBatches),
    batchesWithWork: on(batchesWithWork),
    usedOrderIds: on(usedOrderIds),
    duplicateRows: on(duplicateRows),
    countReleases: on(countReleases),
    releaseBatch: on(releaseBatch),
    queueRows: on(queueRows),
    cancelRows: on(cancelRows),
    setPaused: on(setPaused),
    isPaused: on(isPaused),
    catchUpPayees: on(catchUpPayees),
    firstTimePayees: on(firstTimePayees),
    addIncoming: on(addIncoming),
    findIncoming: on(findIncoming),
    incomingOfBatch: on(incomingOfBatch),
    countUnsentIncoming: on(countUnsentIncoming),
    scanIncoming: on(scanIncoming),
    prolongAwaiting: on(prolongAwaiting),
    readingOf: on(readingOf),
    noteTold: on(noteTold),
    claimQueued: on(claimQueued),
    claimUnknown: on(claimUnknown),
    record: on(record),
    duePayments: on(duePayments),
    nextDueAt: on(nextDueAt),
    interruptSending: on(interruptSending),
    orderIdsOfChunk: on(orderIdsOfChunk),
    countByState: on(countByState),
    problemPayments: on(problemPayments),
    indexHistory: on(indexHistory),
    isHistoryIndexed: on(isHistoryIndexed),
    walkHistory: on(walkHistory),
    countIndexed: on(countIndexed),
    paymentsOf: on(paymentsOf),
    rowsOfBatch: on(rowsOfBatch),
    findPayment: on(findPayment),
    paymentsNamed: on(paymentsNamed),
    eventsOf: on(eventsOf),
    attemptsOf: on(attemptsOf),
    verifyEvents: on(verifyEvents),
    verifyPayments: on(verifyPayments),
    readSetting: on(readSetting),
    writeSetting: on(writeSetting),
    editProfile: on(editProfile),
    setSigningKey: on(setSigningKey),
    addSpareKey: on(addSpareKey),
    spareKeys: on(spareKeys),
    forgetSpareKey: on(forgetSpareKey),
    latestBalances: on(latestBalances),
    keepBalances: on(keepBalances),
    snapshotCurrencies: on(snapshotCurrencies),
    snapshotsBetween: on(snapshotsBetween),
    thinSnapshots: on(thinSnapshots),
    findOptions: on(findOptions),
    keepOptions: on(keepOptions),
    forgetOptions: on(forgetOptions),
    findCodes: on(findCodes),
    keepCodes: on(keepCodes),
    findMerchant: on(findMerchant),
    keepMerchant: on(keepMerchant),
    noteHeld: on(noteHeld),
    heldDrafts: on(heldDrafts),
    troubles: on(troubles),
    countUnknown: on(countUnknown),
    dismiss: on(dismiss),
    beginSheet: on(beginSheet),
    addSheetRows: on(addSheetRows),
    finishSheet: on(finishSheet),
    keepFacts: on(keepFacts),
    listSheets: on(listSheets),
    findSheet: on(findSheet),
    sheetRows: on(sheetRows),
    renameSheet: on(renameSheet),
    linkSheet: on(linkSheet),
    beginStep: on(beginStep),
    addToStep: on(addToStep),
    commitStep: on(commitStep),
    storeStep: on(storeStep),
    stepPart: on(stepPart),
    turnStep: on(turnStep),
    applyStep: on(applyStep),
    dropSheet: on(dropSheet),
    clearSheets: on(clearSheets),
    takeBackDraft: on(takeBackDraft),
    liveRetries: on(liveRetries),
    callbackAddresses: on(callbackAddresses),
    setCallbackSecret: on(setCallbackSecret),
    noteCallbacks: on(noteCallbacks),
    listDeliveries: on(listDeliveries),
    examine: () => examine(connection, directory),
    backup: (path) => backUp(connection, path),
    close() {
      connection.close();
      whenClosed();
    },
  };
}
