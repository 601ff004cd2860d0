import { z } from 'zod';
import { BatchState } from '../../../contract/batches/batch.ts';
import { CurrencyTotal } from '../../../contract/money/money.ts';
import { PaymentKind, type PaymentState } from '../../../contract/payments/payment.ts';
import { Environment } from '../../../contract/profile.ts';
import type { StoredBatch, WorkingBatch } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import {
  choiceIn,
  flagIn,
  integerIn,
  integerOrNullIn,
  stateIn,
  textIn,
  textOrNullIn,
  type Row,
} from '../read-row.ts';
import { unreadable } from '../store-error.ts';

const columns = `batchNumber, batchId, keyId, name, environment, fileName, fileHash, batches.callbackUrl, state, kind,
  rows, rowsHash, totals, batches.createdAt, releasedAt, pausedAt IS NOT NULL AS isPaused,
  (SELECT sheetId FROM sheets WHERE sheets.batchNumber = batches.batchNumber AND sheets.state = 'open') AS sheetId`;
const select = `SELECT ${columns} FROM batches JOIN profiles USING (profileNumber)`;
const selectPayouts = `SELECT ${columns} FROM batches INDEXED BY payoutBatches JOIN profiles USING (profileNumber)`;

export function findBatch({ connection }: Context, batchId: string): StoredBatch | null {
  const row = connection.get(
    `${select} WHERE batchId = +? AND state <> 'importing' AND kind = 'payout'`,
    batchId,
  );
  return row === undefined ? null : readBatch(row);
}

export function findAnyBatch({ connection }: Context, batchId: string): StoredBatch | null {
  const row = connection.get(`${select} WHERE batchId = +? AND state <> 'importing'`, batchId);
  return row === undefined ? null : readBatch(row);
}

export function listBatches(
  { connection, facts }: Context,
  { after, limit }: { after: string | null; limit: number },
): StoredBatch[] {
  const before = after === null ? Number.MAX_SAFE_INTEGER : facts.numberOf(after);
  if (before === null) return [];
  return connection
    .all(
      `${selectPayouts} WHERE kind = 'payout' AND state <> 'importing' AND batchNumber < +? ORDER BY batchNumber DESC LIMIT +?`,
      before,
      limit,
    )
    .map(readBatch);
}

export function batchesOfFile({ connection }: Context, keyId: string, fileHash: string): StoredBatch[] {
  return connection
    .all(
      `${select} WHERE batches.profileNumber = (SELECT profileNumber FROM profiles WHERE keyId = +?) AND fileHash = +?
         AND kind = 'payout' AND state NOT IN ('importing', 'cancelled') ORDER BY batchNumber DESC`,
      keyId,
      fileHash,
    )
    .map(readBatch);
}

/** See Store. */
export function releasesOfContent({ connection }: Context, keyId: string, contentHash: string): number {
  const row = connection.get(
    `SELECT count(*) AS releases FROM batches INDEXED BY batchesOfContent
     WHERE profileNumber = (SELECT profileNumber FROM profiles WHERE keyId = +?) AND contentHash = +? AND contentHash <> ''
       AND releasedAt IS NOT NULL`,
    keyId,
    contentHash,
  );
  return row === undefined ? 0 : integerIn(row, 'releases');
}

export function unfinishedBatches({ connection }: Context): StoredBatch[] {
  return connection
    .all(
      `${select} WHERE batchNumber IN (
           SELECT batchNumber FROM paymentCounts
             WHERE count > 0 AND state IN ('draft', 'awaited', 'queued', 'sending', 'unknown', 'accepted')
           UNION SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'releasing')
         AND state IN ('releasing', 'released') AND kind = 'payout' ORDER BY batchNumber`,
    )
    .map(readBatch);
}

/** Failed payments whose end is asked about again by now; those beyond the first come with the next look. */
const rechecksDue = `SELECT paymentId FROM lives INDEXED BY rechecks
  WHERE dueAt IS NOT NULL AND state = 'failed' AND dueAt <= +? ORDER BY dueAt LIMIT 500`;

/** Read as lightly as can be: there may be thousands of payins that wait for their customers. */
export function batchesWithWork({ connection }: Context, now: number): WorkingBatch[] {
  const rows = connection.all(
    `SELECT batchId, kind, keyId, environment, state FROM batches JOIN profiles USING (profileNumber)
     WHERE batchNumber IN (
         SELECT batchNumber FROM paymentCounts
           WHERE count > 0 AND state IN ('draft', 'awaited', 'queued', 'sending', 'unknown', 'accepted')
         UNION SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'releasing'
         UNION SELECT paymentId / 2097152 FROM (${rechecksDue}))
       AND state IN ('releasing', 'released')
       AND (state = 'releasing'
         OR batchNumber IN (SELECT paymentId / 2097152 FROM (${rechecksDue}))
         OR EXISTS (SELECT 1 FROM lives INDEXED BY livesThatAreDue
           WHERE lives.paymentId / 2097152 = +batches.batchNumber AND dueAt IS NOT NULL AND lives.state <> 'failed')
         OR pausedAt IS NULL AND EXISTS (SELECT 1 FROM paymentCounts
           WHERE paymentCounts.batchNumber = batches.batchNumber AND paymentCounts.state = 'queued' AND count > 0))
     ORDER BY batchNumber`,
    now,
    now,
  );
  return rows.map((row) => ({
    batchId: textIn(row, 'batchId'),
    kind: choiceIn(row, 'kind', PaymentKind.options),
    keyId: textIn(row, 'keyId'),
    environment: choiceIn(row, 'environment', Environment.options),
    state: choiceIn(row, 'state', BatchState.options),
  }));
}

export function countByState(
  { connection, facts }: Context,
  batchId: string,
): Partial<Record<PaymentState, number>> {
  const batchNumber = facts.numberOf(batchId);
  if (batchNumber === null) return {};
  const counts: Partial<Record<PaymentState, number>> = {};
  const rows = connection.all(
    'SELECT state, count FROM paymentCounts WHERE batchNumber = +? AND count > 0',
    batchNumber,
  );
  for (const row of rows) counts[stateIn(row, 'state')] = integerIn(row, 'count');
  return counts;
}

const Totals = z.array(CurrencyTotal);

export function readTotals(text: string): CurrencyTotal[] {
  try {
    return Totals.parse(JSON.parse(text));
  } catch {
    throw unreadable(`'${text.slice(0, 50)}' as the totals of a batch`);
  }
}

function readBatch(row: Row): StoredBatch {
  return {
    batchId: textIn(row, 'batchId'),
    kind: choiceIn(row, 'kind', PaymentKind.options),
    keyId: textIn(row, 'keyId'),
    profileName: textIn(row, 'name'),
    environment: choiceIn(row, 'environment', Environment.options),
    fileName: textIn(row, 'fileName'),
    fileHash: textIn(row, 'fileHash'),
    callbackUrl: textIn(row, 'callbackUrl'),
    state: choiceIn(row, 'state', BatchState.options),
    rows: integerIn(row, 'rows'),
    rowsHash: textIn(row, 'rowsHash'),
    totals: readTotals(textIn(row, 'totals')),
    createdAt: integerIn(row, 'createdAt'),
    releasedAt: integerOrNullIn(row, 'releasedAt'),
    isPaused: flagIn(row, 'isPaused'),
    sheetId: textOrNullIn(row, 'sheetId'),
  };
}
