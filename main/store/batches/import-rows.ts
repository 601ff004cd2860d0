import type { CurrencyTotal } from '../../../contract/money/money.ts';
import type { NewBatch, NewRow } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { changeHistory, dropFromHistory } from '../history/index.ts';
import { foldedTextOf } from '../history/search.ts';
import { RowsSeal } from '../payments/facts.ts';
import { inLedger } from '../payments/ledger.ts';
import { paymentIdOf, paymentIdsOf } from '../payments/payment-id.ts';
import { insertKeys } from './payment-keys.ts';
import { integerIn } from '../read-row.ts';
import { StoreError } from '../store-error.ts';

/** Rows that are deleted in one transaction when an import is taken back. */
const deletedAtOnce = 2000;

export function beginBatch({ connection, facts, imports }: Context, batch: NewBatch): void {
  const { batchId, keyId, fileName, fileHash, contentHash, callbackUrl, at } = batch;
  const begun = connection.run(
    `INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, contentHash, callbackUrl, state, createdAt)
     SELECT lastNumber + 1, ?, profileNumber, ?, ?, ?, ?, 'importing', ? FROM profiles, batchNumbers
     WHERE keyId = +? AND removedAt IS NULL`,
    batchId,
    fileName,
    fileHash,
    contentHash,
    callbackUrl,
    at,
    keyId,
  );
  if (begun !== 1) throw new RangeError(`no profile has the key ID ${keyId}`);
  imports.set(numberOfImport(facts, batchId), new RowsSeal());
}

const insertRow = `INSERT INTO payments (paymentId, batchNumber, rowNumber, profileNumber, kind, idPayment, amount, currencyCode,
  paymentMethodCode, accountName, accountNumber, paymentOperatorCode, emailAddress, reference, tokenChunk,
  duplicateKey, duplicateNumber, isRepeated, hasOwnId, foldedText, retryOf)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0, ?, ?, ?)`;

/**
 * Adds rows to a batch that is being imported; row numbers rise from call to call. An order ID that this profile has used
 * already throws `orderIdUsed`, and none of these rows is added (invariant I2).
 */
export function addRows(context: Context, batchId: string, rows: readonly NewRow[]): void {
  const { connection, facts, imports } = context;
  const batchNumber = numberOfImport(facts, batchId);
  const seal = imports.get(batchNumber);
  inLedger(connection, 0, (ledger) => {
    const batch = connection.get(
      `SELECT profileNumber, lastRowNumber FROM batches WHERE batchNumber = +? AND state = 'importing'`,
      batchNumber,
    );
    if (batch === undefined || seal === undefined)
      throw new RangeError(`batch ${batchId} is not being imported`);
    const profileNumber = integerIn(batch, 'profileNumber');
    let lastRowNumber = integerIn(batch, 'lastRowNumber');
    for (const row of rows) {
      if (row.rowNumber <= lastRowNumber)
        throw new RangeError(`row ${row.rowNumber} comes after ${lastRowNumber}`);
      lastRowNumber = row.rowNumber;
      try {
        insertPayment(connection, { batchNumber, profileNumber }, row);
      } catch (error) {
        throw orderIdError(error, row);
      }
      insertKeys(
        connection,
        paymentIdOf(batchNumber, row.rowNumber),
        { profileNumber, isReleased: false },
        row.keys,
      );
    }
    connection.run(
      'UPDATE batches SET rows = rows + ?, lastRowNumber = ? WHERE batchNumber = +?',
      rows.length,
      lastRowNumber,
      batchNumber,
    );
    ledger.count(batchNumber, 'draft', rows.length);
  });
  const [first, last] = [rows.at(0), rows.at(-1)];
  // Only now, since rows that were not added must not be in the seal.
  if (first !== undefined && last !== undefined)
    seal?.addStored(
      connection,
      paymentIdOf(batchNumber, first.rowNumber),
      paymentIdOf(batchNumber, last.rowNumber),
    );
}

/** Writes one row of a batch that is `importing`. */
export function insertPayment(
  connection: Context['connection'],
  place: { readonly batchNumber: number; readonly profileNumber: number },
  row: Omit<NewRow, 'keys'>,
): void {
  connection.run(
    insertRow,
    paymentIdOf(place.batchNumber, row.rowNumber),
    place.batchNumber,
    row.rowNumber,
    place.profileNumber,
    row.kind,
    row.idPayment,
    row.amount,
    row.currencyCode,
    row.paymentMethodCode,
    row.accountName,
    row.accountNumber,
    row.paymentOperatorCode,
    row.emailAddress,
    row.reference,
    row.tokenChunk,
    row.idPayout === '' ? 0 : 1,
    foldedTextOf(row),
    row.retryOf,
  );
}

/** Names the row whose order ID was used before; any other error comes back as it is. */
function orderIdError(error: unknown, { idPayment, rowNumber }: NewRow): unknown {
  if (!(error instanceof StoreError) || error.appError.details.cause !== 'SQLITE_CONSTRAINT_UNIQUE')
    return error;
  return new StoreError(
    'orderIdUsed',
    `The order ID ${idPayment} of row ${rowNumber} has been used already. Give the row another order ID, or leave it empty.`,
    { idPayout: idPayment },
  );
}

export function finishBatch(
  { connection, facts, imports }: Context,
  batchId: string,
  { rowsHash, totals, at }: { rowsHash: string; totals: CurrencyTotal[]; at: number },
): void {
  const batchNumber = numberOfImport(facts, batchId);
  const seal = imports.get(batchNumber);
  inLedger(connection, at, (ledger) => {
    const finished = connection.run(
      `UPDATE batches SET state = 'draft', rowsHash = ?, totals = ? WHERE batchNumber = +? AND state = 'importing'`,
      rowsHash,
      JSON.stringify(totals),
      batchNumber,
    );
    if (finished !== 1 || seal === undefined) throw new RangeError(`batch ${batchId} is not being imported`);
    const reason = { cause: 'imported', detail: rowsHash };
    ledger.batchChanged(batchNumber, 'importing', 'draft', reason, seal.digest());
  });
  imports.delete(batchNumber);
}

/** Takes back an import, all of it. Does nothing when there is none. */
export function discardBatch(context: Context, batchId: string): void {
  const batchNumber = context.facts.numberOf(batchId);
  // What is being imported has no lives yet, so nothing is logged and the time does not matter.
  if (batchNumber !== null) discardImport(context, batchNumber, 0);
}

/** Takes back what earlier runs were importing when they ended. */
export function discardImports(context: Context, at: number): void {
  const imports = context.connection.all(
    `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing'`,
  );
  for (const row of imports) discardImport(context, integerIn(row, 'batchNumber'), at);
}

function discardImport(context: Context, batchNumber: number, at: number): void {
  const isImport = `SELECT 1 FROM batches WHERE batchNumber = +? AND state = 'importing'`;
  if (context.connection.get(isImport, batchNumber) === undefined) return;
  while (discardRows(context, batchNumber, deletedAtOnce, at) === deletedAtOnce);
}

/** Deletes up to `limit` rows of an import with what was derived from them, and at fewer the import itself; gives how many rows. */
export function discardRows(context: Context, batchNumber: number, limit: number, at: number): number {
  const { connection, facts, imports } = context;
  takeBackCancelled(context, batchNumber, limit, at);
  const deleted = changeHistory(context, (history) => {
    const rows = connection.all(
      `SELECT paymentId, accountName, accountNumber, reference, idPayment, foldedText FROM payments
       WHERE paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT +?`,
      ...paymentIdsOf(batchNumber),
      limit,
    );
    for (const row of rows) {
      dropFromHistory(context, history, row);
      connection.run('DELETE FROM payments WHERE paymentId = +?', integerIn(row, 'paymentId'));
    }
    if (rows.length === limit) return rows.length;
    connection.run('DELETE FROM paymentCounts WHERE batchNumber = +?', batchNumber);
    connection.run(`DELETE FROM batches WHERE batchNumber = +? AND state = 'importing'`, batchNumber);
    return rows.length;
  });
  if (deleted === limit) return deleted;
  imports.delete(batchNumber);
  facts.forget();
  return deleted;
}

/** Rows of a discarded draft were cancelled before anything of them was sent: they are drafts again, as the log says, before they go. */
function takeBackCancelled({ connection }: Context, batchNumber: number, limit: number, at: number): void {
  inLedger(connection, at, (ledger) => {
    const rows = connection.all(
      `SELECT paymentId FROM lives WHERE state = 'cancelled' AND paymentId BETWEEN +? AND +? ORDER BY paymentId LIMIT +?`,
      ...paymentIdsOf(batchNumber),
      limit,
    );
    for (const row of rows) {
      const paymentId = integerIn(row, 'paymentId');
      connection.run('DELETE FROM lives WHERE paymentId = +?', paymentId);
      ledger.paymentChanged(paymentId, 'cancelled', 'draft', { cause: 'taken back', detail: null });
    }
  });
}

function numberOfImport(facts: Context['facts'], batchId: string): number {
  const batchNumber = facts.numberOf(batchId);
  if (batchNumber === null) throw new RangeError(`there is no batch ${batchId}`);
  return batchNumber;
}
