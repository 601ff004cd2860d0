import type { OlderRecords, Store } from '../core/ports/index.ts';
import { countUnknown, dismiss, heldDrafts, noteHeld, troubles } from './treasury/attention.ts';
import { logSize, verifyLog } from './payments/audit.ts';
import { addCheckpoint, describeLog, lastCheckpoint, listCheckpoints } from './payments/checkpoints.ts';
import { backUp } from './folder/backup.ts';
import {
  keepBalances,
  latestBalances,
  snapshotCurrencies,
  snapshotsBetween,
  thinSnapshots,
} from './treasury/balances.ts';
import {
  callbackAddresses,
  listDeliveries,
  noteCallbacks,
  setCallbackSecret,
} from './receiving/callbacks.ts';
import {
  batchesOfFile,
  batchesWithWork,
  countByState,
  findAnyBatch,
  findBatch,
  listBatches,
  releasesOfContent,
  unfinishedBatches,
} from './batches/batches.ts';
import { cancelRows } from './batches/cancel.ts';
import { claimQueued, claimUnknown } from './payments/claim.ts';
import { findCodes, findMerchant, keepCodes, keepMerchant } from './reference/codes.ts';
import type { Connection } from './connection.ts';
import { duePayments, interruptSending, nextDueAt, nextRecheckAt, pullDueTimes } from './payments/due.ts';
import { compareRows } from './batches/duplicates.ts';
import {
  addSpareKey,
  editProfile,
  forgetSpareKey,
  setSigningKey,
  spareKeys,
} from './profiles/edit-profile.ts';
import { examine } from './folder/examine.ts';
import type { Marks } from './folder/marks.ts';
import { dismissOlderRecords, olderRecords } from './folder/older-records.ts';
import { contextOn, type Context } from './context.ts';
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
} from './receiving/incoming.ts';
import { checkDerived } from './maintenance/check-derived.ts';
import { rebuildDerived } from './maintenance/rebuild-derived.ts';
import { addRows, beginBatch, discardBatch, finishBatch } from './batches/import-rows.ts';
import {
  attemptsOf,
  eventsOf,
  findPayment,
  orderIdsOfChunk,
  paymentsNamed,
  problemPayments,
  rowsOfBatch,
  usedOrderIds,
} from './payments/lists.ts';
import { findOptions, forgetOptions, keepOptions } from './treasury/options.ts';
import {
  addProfile,
  findProfile,
  isProfileInUse,
  listProfiles,
  removeProfile,
  setHasStoredKey,
} from './profiles/profiles.ts';
import { isPaused, setPaused } from './batches/pause.ts';
import { firstTimePayees } from './batches/payees.ts';
import { catchUpKeys } from './batches/payment-keys.ts';
import { record } from './payments/record.ts';
import { countReleases, queueRows, releaseBatch, releasedHash } from './batches/release.ts';
import { clearSheets } from './sheets/clear-sheets.ts';
import { familyOf } from './payments/family.ts';
import { addNotice, notices } from './payments/notices.ts';
import {
  addToStep,
  applyStep,
  beginStep,
  commitStep,
  stepPart,
  storeStep,
  turnStep,
} from './sheets/sheet-steps.ts';
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
} from './sheets/sheets.ts';
import { takeBackDraft } from './batches/take-back.ts';
import { readSetting, writeSetting } from './settings/settings.ts';

export type Home = {
  /** The data folder; null for a store in memory. */
  readonly directory: string | null;
  /** See FolderLock. */
  readonly lastUseAt: number;
  /** See MaintenanceStore. */
  readonly foundOlder: OlderRecords | null;
  /** Null: none are kept. */
  readonly marks: Pick<Marks, 'sync' | 'close'> | null;
  readonly whenClosed: () => void;
};

/** Puts the store together on a connection whose database is at the latest version. */
export function createStore(
  connection: Connection,
  { directory, lastUseAt, foundOlder, marks, whenClosed }: Home,
): Store {
  const context = contextOn(connection);
  const on =
    <Input extends unknown[], Output>(method: (context: Context, ...input: Input) => Output) =>
    (...input: Input): Output =>
      method(context, ...input);
  /** What a claim gives may be sent, so the mark of it has to be on disk before. */
  const beforeSending =
    <Input extends unknown[], Output>(method: (context: Context, ...input: Input) => Output) =>
    (...input: Input): Output => {
      const claimed = method(context, ...input);
      marks?.sync();
      return claimed;
    };
  return {
    lastUseAt,
    foundOlder,
    olderRecords: on(olderRecords),
    dismissOlderRecords: on(dismissOlderRecords),
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
    releasesOfContent: on(releasesOfContent),
    unfinishedBatches: on(unfinishedBatches),
    batchesWithWork: on(batchesWithWork),
    usedOrderIds: on(usedOrderIds),
    catchUpKeys: on(catchUpKeys),
    compareRows: on(compareRows),
    countReleases: on(countReleases),
    releaseBatch: on(releaseBatch),
    releasedHash: on(releasedHash),
    queueRows: on(queueRows),
    cancelRows: on(cancelRows),
    setPaused: on(setPaused),
    isPaused: on(isPaused),
    firstTimePayees: on(firstTimePayees),
    addIncoming: on(addIncoming),
    findIncoming: on(findIncoming),
    incomingOfBatch: on(incomingOfBatch),
    countUnsentIncoming: on(countUnsentIncoming),
    scanIncoming: on(scanIncoming),
    prolongAwaiting: on(prolongAwaiting),
    readingOf: on(readingOf),
    noteTold: on(noteTold),
    claimQueued: beforeSending(claimQueued),
    claimUnknown: beforeSending(claimUnknown),
    record: on(record),
    duePayments: on(duePayments),
    nextDueAt: on(nextDueAt),
    nextRecheckAt: on(nextRecheckAt),
    pullDueTimes: on(pullDueTimes),
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
    verifyLog: on(verifyLog),
    logSize: on(logSize),
    describeLog: on(describeLog),
    lastCheckpoint: on(lastCheckpoint),
    listCheckpoints: on(listCheckpoints),
    addCheckpoint: on(addCheckpoint),
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
    familyOf: on(familyOf),
    addNotice: on(addNotice),
    notices: on(notices),
    callbackAddresses: on(callbackAddresses),
    setCallbackSecret: on(setCallbackSecret),
    checkDerived: on(checkDerived),
    rebuildDerived: on(rebuildDerived),
    noteCallbacks: on(noteCallbacks),
    listDeliveries: on(listDeliveries),
    examine: () => examine(connection, directory),
    backup: (path) => backUp(connection, path),
    close() {
      connection.close();
      marks?.close();
      whenClosed();
    },
  };
}
