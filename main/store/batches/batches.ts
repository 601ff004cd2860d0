import { releasingBatches, unfinishedStates } from './batch-states.ts';
import { profileNumberOfKey } from '../profiles/profile-number.ts';
import { batchNumberOf, idsPerBatch } from '../payments/payment-id.ts';
import { z } from 'zod';
import { BatchState } from '../../../contract/batches/batch.ts';
import { CurrencyTotal } from '../../../contract/money/money.ts';
import { PaymentKind, type PaymentState } from '../../../contract/payments/payment.ts';
import { Environment } from '../../../contract/profile.ts';
import { readJson } from '../../../contract/json.ts';
import { BatchId } from '../../../contract/operation.ts';
import type { BatchStore, StoredBatch } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { firstRechecks } from '../payments/due.ts';
import { isPolledOften } from '../payments/read-payment.ts';
import {
  choiceIn,
  flagIn,
  integerIn,
  named,
  readFileSource,
  stateIn,
  textIn,
  textOrNullIn,
  timeIn,
  timeOrNullIn,
  validIn,
  type Row,
} from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { scheduleErrorIn } from './schedules.ts';

const columns = `batchNumber, batchId, keyId, name, environment, fileName, fileHash, contentHash, batches.callbackUrl, state, kind,
  rows, rowsHash, totals, batches.createdAt, releasedAt, pausedAt IS NOT NULL AS isPaused,
  batches.source, scheduledFor, scheduleError,
  (SELECT sheetId FROM sheets WHERE sheets.batchNumber = batches.batchNumber AND sheets.state = 'open') AS sheetId`;
const select = `SELECT ${columns} FROM batches JOIN profiles USING (profileNumber)`;
const selectPayouts = `SELECT ${columns} FROM batches INDEXED BY payoutBatches JOIN profiles USING (profileNumber)`;

/** Finds, lists and counts batches. */
export function findBatchMethods(context: Context) {
  const { connection, batchCache } = context;
  /** The batches of payouts of a profile with this value, newest first, without imports and cancelled ones. */
  const ofProfile = (keyId: string, condition: string, value: string): StoredBatch[] =>
    connection
      .all(
        `${select} WHERE batches.profileNumber = ${profileNumberOfKey} AND ${condition}
           AND kind = 'payout' AND state NOT IN ('importing', 'cancelled') ORDER BY batchNumber DESC`,
        keyId,
        value,
      )
      .map(readBatch);
  return {
    findBatch(batchId) {
      const row = connection.get(
        `${select} WHERE batchId = +? AND state <> 'importing' AND kind = 'payout'`,
        batchId,
      );
      return row === undefined ? null : readBatch(row);
    },

    findAnyBatch(batchId) {
      const row = connection.get(`${select} WHERE batchId = +? AND state <> 'importing'`, batchId);
      return row === undefined ? null : readBatch(row);
    },

    listBatches({ after, limit }) {
      const before = after === null ? Number.MAX_SAFE_INTEGER : batchCache.numberOf(after);
      if (before === null) return [];
      return context.leftOut.readablePage(limit, before, {
        rows: (from, most) =>
          connection.all(
            `${selectPayouts} WHERE kind = 'payout' AND state <> 'importing' AND batchNumber < +? ORDER BY batchNumber DESC LIMIT +?`,
            from,
            most,
          ),
        read: readBatch,
        placeOf: (row) => integerIn(row, 'batchNumber'),
      });
    },

    batchesOfFile: (keyId, fileHash) => ofProfile(keyId, 'fileHash = +?', fileHash),
    batchesOfContent: (keyId, contentHash) =>
      ofProfile(keyId, `contentHash = +? AND contentHash <> ''`, contentHash),
    batchesOfMessage: (keyId, messageId) =>
      ofProfile(keyId, 'messageId = +? AND messageId IS NOT NULL', messageId),

    releasesOfContent(keyId, contentHash) {
      return connection.integer(
        `SELECT count(*) AS releases FROM batches INDEXED BY batchesOfContent
         WHERE profileNumber = ${profileNumberOfKey} AND contentHash = +? AND contentHash <> ''
           AND releasedAt IS NOT NULL`,
        keyId,
        contentHash,
      );
    },

    unfinishedBatches() {
      const rows = connection.all(
        `${select} WHERE batchNumber IN (
             SELECT batchNumber FROM paymentCounts
               WHERE count > 0 AND state IN ${unfinishedStates}
             UNION ${releasingBatches})
           AND state IN ('releasing', 'released') AND kind = 'payout' ORDER BY batchNumber`,
      );
      return context.leftOut.readable(rows, readBatch);
    },

    /** Reads few columns, since thousands of payins may wait for their customers. */
    batchesWithWork(now) {
      const rechecks = firstRechecks(context, now).map(({ paymentId }) => batchNumberOf(paymentId));
      const ofRechecks = JSON.stringify([...new Set(rechecks)]);
      const rows = connection.all(
        `SELECT batchId, kind, keyId, environment, state FROM batches JOIN profiles USING (profileNumber)
         WHERE batchNumber IN (
             SELECT batchNumber FROM paymentCounts
               WHERE count > 0 AND state IN ${unfinishedStates}
             UNION ${releasingBatches}
             UNION SELECT value FROM json_each(+?))
           AND state IN ('releasing', 'released')
           AND (state = 'releasing'
             OR batchNumber IN (SELECT value FROM json_each(+?))
             OR EXISTS (SELECT 1 FROM lives INDEXED BY livesThatAreDue
               WHERE lives.paymentId / ${idsPerBatch} = +batches.batchNumber AND dueAt IS NOT NULL AND lives.${isPolledOften})
             OR EXISTS (SELECT 1 FROM paymentCounts
               WHERE paymentCounts.batchNumber = batches.batchNumber AND count > 0
                 AND (paymentCounts.state = 'sending' OR paymentCounts.state = 'queued' AND pausedAt IS NULL)))
         ORDER BY batchNumber`,
        ofRechecks,
        ofRechecks,
      );
      return context.leftOut.readable(rows, (row) =>
        named(
          () => `batch ${textIn(row, 'batchId')}`,
          () => ({
            batchId: validIn(row, 'batchId', BatchId, 'the ID of a batch'),
            kind: choiceIn(row, 'kind', PaymentKind.options),
            keyId: textIn(row, 'keyId'),
            environment: choiceIn(row, 'environment', Environment.options),
            state: choiceIn(row, 'state', BatchState.options),
          }),
        ),
      );
    },

    countByState(batchId) {
      const batchNumber = batchCache.numberOf(batchId);
      if (batchNumber === null) return {};
      const counts: Partial<Record<PaymentState, number>> = {};
      const rows = connection.all(
        'SELECT state, count FROM paymentCounts WHERE batchNumber = +? AND count > 0',
        batchNumber,
      );
      for (const row of rows) counts[stateIn(row, 'state')] = integerIn(row, 'count');
      return counts;
    },
  } satisfies Partial<BatchStore>;
}

const Totals = z.array(CurrencyTotal);

export function readTotals(text: string): CurrencyTotal[] {
  const totals = readJson(Totals, text);
  if (totals === null) throw unreadable(`'${text.slice(0, 50)}' as totals`);
  return totals;
}

function readBatch(row: Row): StoredBatch {
  return named(
    () => `batch ${textIn(row, 'batchId')}`,
    () => ({
      batchId: validIn(row, 'batchId', BatchId, 'the ID of a batch'),
      kind: choiceIn(row, 'kind', PaymentKind.options),
      keyId: textIn(row, 'keyId'),
      profileName: textIn(row, 'name'),
      environment: choiceIn(row, 'environment', Environment.options),
      fileName: textIn(row, 'fileName'),
      fileHash: textIn(row, 'fileHash'),
      contentHash: textIn(row, 'contentHash'),
      callbackUrl: textIn(row, 'callbackUrl'),
      state: choiceIn(row, 'state', BatchState.options),
      rows: integerIn(row, 'rows'),
      rowsHash: textIn(row, 'rowsHash'),
      totals: readTotals(textIn(row, 'totals')),
      createdAt: timeIn(row, 'createdAt'),
      releasedAt: timeOrNullIn(row, 'releasedAt'),
      isPaused: flagIn(row, 'isPaused'),
      scheduledFor: timeOrNullIn(row, 'scheduledFor'),
      scheduleError: scheduleErrorIn(row),
      sheetId: textOrNullIn(row, 'sheetId'),
      source: readFileSource(row),
    }),
  );
}
