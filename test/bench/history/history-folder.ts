import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { openStore } from '../../../main/store/index.ts';
import { paymentIdsOf } from '../../../main/store/payments/payment-id.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { rowMaker } from '../kit/rows.ts';

const mostRowsOfABatch = 100_000;
/** As many as fit, unless batches become larger than a program makes them. */
const usualBatches = 10;
const rowsPerCommit = 1000;
const day = 86_400_000;
const firstDay = Date.UTC(2024, 0, 1);
const daysOfHistory = 300;
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
  const rowsPerBatch = Math.min(mostRowsOfABatch, Math.ceil(rows / usualBatches));
  const batches = Math.ceil(rows / rowsPerBatch);
  const next = rowMaker(true);
  for (let number = 0; number < batches; number += 1) {
    const length = Math.min(rowsPerBatch, rows - number * rowsPerBatch);
    const at = firstDay + Math.round((number / batches) * daysOfHistory) * day;
    addBatch(store, { batchId: `bench${number}`, at }, Array.from({ length }, next));
  }
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
    store.saveBalances(
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

function addBatch(
  store: Store,
  { batchId, at }: { readonly batchId: string; readonly at: number },
  made: readonly PayoutRow[],
): void {
  store.beginBatch({
    batchId,
    keyId: 'bench',
    fileName: `${batchId}.csv`,
    fileHash: batchId,
    contentHash: '',
    callbackUrl: 'https://merchant.example/callbacks',
    at,
  });
  for (let from = 0; from < made.length; from += rowsPerCommit) {
    const some = made.slice(from, from + rowsPerCommit);
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

/** All but the last batch, without the long way over the gateway; a commit for each. */
function finishPayouts(directory: string): void {
  const database = new Sqlite(path.join(directory, 'bursar.sqlite'));
  const numbers = database
    .prepare<[], number>('SELECT batchNumber FROM batches ORDER BY batchNumber')
    .pluck()
    .all();
  for (const batchNumber of numbers.slice(0, -1)) {
    const [first, last] = paymentIdsOf(batchNumber);
    const ofBatch = `paymentId BETWEEN ${first} AND ${last}`;
    database.exec(`BEGIN;
      INSERT INTO lives (paymentId, state, updatedAt) SELECT paymentId, 'queued', 0 FROM payments WHERE ${ofBatch};
      UPDATE lives SET state = CASE ${shares
        .map(({ state, upTo }) => `WHEN (paymentId * 7919) % 100 < ${upTo} THEN '${state}'`)
        .join(' ')} END WHERE ${ofBatch};
      UPDATE batches SET state = 'releasing', releasedAt = createdAt, queuedUpToRow = rows
        WHERE batchNumber = ${batchNumber};
      UPDATE batches SET state = 'released' WHERE batchNumber = ${batchNumber};
      DELETE FROM paymentCounts WHERE batchNumber = ${batchNumber};
      INSERT INTO paymentCounts (batchNumber, state, count)
        SELECT ${batchNumber}, state, count(*) FROM lives WHERE ${ofBatch} GROUP BY state;
      COMMIT;`);
  }
  database.close();
}
