import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { openStore } from '../../../main/store/index.ts';
import { makeRows } from '../kit/rows.ts';

const rowsPerBatch = 100_000;
const rowsPerCommit = 1000;
const day = 86_400_000;
const firstDay = Date.UTC(2024, 0, 1);
/** Of a hundred payouts this many ended like this; the last batch stays a draft. */
const shares = [
  { state: 'paid', upTo: 94 },
  { state: 'failed', upTo: 97 },
  { state: 'rejected', upTo: 99 },
  { state: 'conflict', upTo: 100 },
];

export function openHistory(directory: string): Store {
  const opened = openStore({ directory, clock: { now: () => Date.now() } });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** Fills a data folder with this many payouts of past batches, as an older Bursar would have left them: nothing is indexed. */
export function fillHistory(directory: string, rows: number): void {
  const store = openHistory(directory);
  store.addProfile({
    keyId: 'bench',
    name: 'bench',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    merchantCode: 'BENCH',
    callbackUrl: 'https://merchant.example/callbacks',
    paymentPageUrl: null,
    authentication: 'signature',
    hasStoredKey: false,
    at: firstDay,
  });
  keepBalances(store);
  const made = makeRows(rows, true);
  for (let start = 0; start < rows; start += rowsPerBatch) addBatch(store, made, start);
  store.close();
  finishPayouts(directory);
}

/** What a gateway said of three currencies, each day for three months. */
function keepBalances(store: Store): void {
  for (let daysAgo = 90; daysAgo >= 0; daysAgo -= 1) {
    const at = Date.now() - daysAgo * day;
    const balances = ['EUR', 'USD', 'JPY'].map((currencyCode, index) => ({
      currencyCode,
      amounts: [
        { name: 'AVAILABLE', amount: `${1_000_000 + daysAgo * 1234 + index}.25` },
        { name: 'PENDING', amount: `${daysAgo * 100}.00` },
      ],
    }));
    store.keepBalances(
      'bench',
      { asOf: at, json: JSON.stringify(balances) },
      {
        at,
        quietMs: 0,
        list: balances.map(({ currencyCode, amounts }) => ({
          currencyCode,
          available: amounts[0]?.amount ?? '0',
          amounts: JSON.stringify(amounts),
        })),
      },
    );
  }
}

function addBatch(store: Store, made: ReturnType<typeof makeRows>, start: number): void {
  const batchId = `bench${start / rowsPerBatch}`;
  const at = firstDay + (start / rowsPerBatch) * 30 * day;
  const { length } = made.slice(start, start + rowsPerBatch);
  store.beginBatch({
    batchId,
    keyId: 'bench',
    fileName: `${batchId}.csv`,
    fileHash: batchId,
    contentHash: '',
    callbackUrl: 'https://merchant.example/callbacks',
    at,
  });
  for (let from = 0; from < length; from += rowsPerCommit) {
    const some = made.slice(start + from, Math.min(start + from + rowsPerCommit, start + length));
    store.addRows(
      batchId,
      some.map((row, index) => ({
        ...row,
        kind: 'payout',
        rowNumber: from + index + 1,
        idPayment: `${batchId}-${from + index + 1}`,
        tokenChunk: 0,
        keys: paymentKeysOf(row),
        retryOf: null,
      })),
    );
  }
  store.finishBatch(batchId, { rowsHash: batchId, totals: [], at });
}

/** All but the last batch, without the long way over the gateway. */
function finishPayouts(directory: string): void {
  const database = new Sqlite(path.join(directory, 'bursar.sqlite'));
  database.exec(`BEGIN;
    INSERT INTO lives (paymentId, state, updatedAt) SELECT paymentId, 'queued', 0 FROM payments
      WHERE batchNumber < (SELECT max(batchNumber) FROM batches);
    UPDATE lives SET state = CASE ${shares
      .map(({ state, upTo }) => `WHEN (paymentId * 7919) % 100 < ${upTo} THEN '${state}'`)
      .join(' ')} END;
    UPDATE batches SET state = 'releasing', releasedAt = createdAt, queuedUpToRow = rows
      WHERE batchNumber < (SELECT max(batchNumber) FROM batches);
    UPDATE batches SET state = 'released' WHERE state = 'releasing';
    DELETE FROM paymentCounts WHERE batchNumber < (SELECT max(batchNumber) FROM batches);
    INSERT INTO paymentCounts (batchNumber, state, count)
      SELECT batchNumber, lives.state, count(*) FROM lives JOIN payments USING (paymentId)
      WHERE batchNumber < (SELECT max(batchNumber) FROM batches) GROUP BY batchNumber, lives.state;
    COMMIT;`);
  database.close();
}
