import { hash } from 'node:crypto';
import type { CurrencyTotal } from '../../../contract/money.ts';
import type { NewBatch, NewRow } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { foldedTextOf } from '../history/search.ts';
import { inLedger } from '../payments/ledger.ts';
import { paymentIdOf, paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn } from '../read-row.ts';
import { StoreError } from '../store-error.ts';

/** Rows that are deleted in one transaction when an import is taken back. */
const deletedAtOnce = 2000;

export function beginBatch({ connection, facts, imports }: Context, batch: NewBatch): void {
  const { batchId, keyId, fileName, fileHash, contentHash, callbackUrl, at } = batch;
  const begun = connection.run(
    `INSERT INTO batches (batchId, profileNumber, fileName, fileHash, contentHash, callbackUrl, state, createdAt)
     SELECT ?, profileNumber, ?, ?, ?, ?, 'importing', ? FROM profiles WHERE keyId = +? AND removedAt IS NULL`,
    batchId,
    fileName,
    fileHash,
    contentHash,
    callbackUrl,
    at,
    keyId,
  );
  if (begun !== 1) throw new RangeError(`no profile has the key ID ${keyId}`);
  imports.set(numberOfImport(facts, batchId), new Map());
}

const insertRow = `INSERT INTO payments (paymentId, batchNumber, rowNumber, profileNumber, kind, idPayment, amount, currencyCode,
  paymentMethodCode, accountName, accountNumber, paymentOperatorCode, emailAddress, reference, tokenChunk,
  duplicateKey, duplicateNumber, isRepeated, hasOwnId, foldedText, retryOf)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Adds rows to a batch that is being imported; row numbers rise from call to call. An order ID that this profile has used
 * already throws `orderIdUsed`, and none of these rows is added (invariant I2). Rows that may pay the same thing as another of
 * the batch are marked; a mark too many, for instance after rows that were not added, costs a look and changes nothing.
 */
export function addRows(context: Context, batchId: string, rows: readonly NewRow[]): void {
  const { connection, facts, imports } = context;
  const batchNumber = numberOfImport(facts, batchId);
  inLedger(connection, 0, (ledger) => {
    const batch = connection.get(
      `SELECT profileNumber, lastRowNumber FROM batches WHERE batchNumber = +? AND state = 'importing'`,
      batchNumber,
    );
    const firstRows = imports.get(batchNumber);
    if (batch === undefined || firstRows === undefined)
      throw new RangeError(`batch ${batchId} is not being imported`);
    const profileNumber = integerIn(batch, 'profileNumber');
    let lastRowNumber = integerIn(batch, 'lastRowNumber');
    for (const row of rows) {
      if (row.rowNumber <= lastRowNumber)
        throw new RangeError(`row ${row.rowNumber} comes after ${lastRowNumber}`);
      lastRowNumber = row.rowNumber;
      const duplicateNumber = duplicateNumberOf(row.duplicateKey);
      const firstRow = firstRows.get(duplicateNumber);
      if (firstRow === undefined) firstRows.set(duplicateNumber, row.rowNumber);
      else markRepeated(context, paymentIdOf(batchNumber, firstRow));
      try {
        insertPayment(
          connection,
          { batchNumber, profileNumber, duplicateNumber, isRepeated: firstRow !== undefined },
          row,
        );
      } catch (error) {
        throw orderIdError(error, row);
      }
    }
    connection.run(
      'UPDATE batches SET rows = rows + ?, lastRowNumber = ? WHERE batchNumber = +?',
      rows.length,
      lastRowNumber,
      batchNumber,
    );
    ledger.count(batchNumber, 'draft', rows.length);
  });
}

/** Writes one row of a batch that is `importing`. */
export function insertPayment(
  connection: Context['connection'],
  place: {
    readonly batchNumber: number;
    readonly profileNumber: number;
    readonly duplicateNumber: number;
    readonly isRepeated: boolean;
  },
  row: NewRow,
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
    row.duplicateKey,
    place.duplicateNumber,
    place.isRepeated ? 1 : 0,
    row.idPayout === '' ? 0 : 1,
    foldedTextOf(row),
    row.retryOf,
  );
}

/** The first row that pays what a later row pays too is marked like that one, so that it is found among the marked rows. */
function markRepeated({ connection }: Context, paymentId: number): void {
  connection.run('UPDATE payments SET isRepeated = 1 WHERE paymentId = +? AND isRepeated = 0', paymentId);
}

/** 48 bits of the key, which are found faster and take a sixth of the space; the whole key decides in the end. */
function duplicateNumberOf(duplicateKey: string): number {
  const head = duplicateKey.slice(0, 12);
  return Number.parseInt(
    /^[0-9a-f]{12}$/i.test(head) ? head : hash('sha256', duplicateKey, 'hex').slice(0, 12),
    16,
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
  inLedger(connection, at, (ledger) => {
    const finished = connection.run(
      `UPDATE batches SET state = 'draft', rowsHash = ?, totals = ? WHERE batchNumber = +? AND state = 'importing'`,
      rowsHash,
      JSON.stringify(totals),
      batchNumber,
    );
    if (finished !== 1) throw new RangeError(`batch ${batchId} is not being imported`);
    ledger.batchChanged(batchNumber, 'importing', 'draft', { cause: 'imported', detail: rowsHash });
  });
  imports.delete(batchNumber);
}

/** Takes back an import, all of it. Does nothing when there is none. */
export function discardBatch(context: Context, batchId: string): void {
  const batchNumber = context.facts.numberOf(batchId);
  if (batchNumber !== null) discardImport(context, batchNumber);
}

/** Takes back what earlier runs were importing when they ended. */
export function discardImports(context: Context): void {
  const imports = context.connection.all(
    `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing'`,
  );
  for (const row of imports) discardImport(context, integerIn(row, 'batchNumber'));
}

function discardImport(context: Context, batchNumber: number): void {
  const isImport = `SELECT 1 FROM batches WHERE batchNumber = +? AND state = 'importing'`;
  if (context.connection.get(isImport, batchNumber) === undefined) return;
  while (discardRows(context, batchNumber, deletedAtOnce) === deletedAtOnce);
}

/** Deletes up to `limit` rows of an import, and at fewer the import itself; gives how many rows. */
export function discardRows(
  { connection, facts, imports }: Context,
  batchNumber: number,
  limit: number,
): number {
  // Only a discarded draft has lives here: rows that were cancelled before anything of them was sent.
  connection.run(
    `DELETE FROM lives WHERE paymentId IN (SELECT paymentId FROM payments WHERE paymentId BETWEEN +? AND +? LIMIT ?)`,
    ...paymentIdsOf(batchNumber),
    limit,
  );
  const deleted = connection.run(
    `DELETE FROM payments WHERE paymentId IN (SELECT paymentId FROM payments WHERE paymentId BETWEEN +? AND +? LIMIT ?)`,
    ...paymentIdsOf(batchNumber),
    limit,
  );
  if (deleted === limit) return deleted;
  connection.transaction(() => {
    connection.run('DELETE FROM paymentCounts WHERE batchNumber = +?', batchNumber);
    connection.run(`DELETE FROM batches WHERE batchNumber = +? AND state = 'importing'`, batchNumber);
  });
  imports.delete(batchNumber);
  facts.forget();
  return deleted;
}

function numberOfImport(facts: Context['facts'], batchId: string): number {
  const batchNumber = facts.numberOf(batchId);
  if (batchNumber === null) throw new RangeError(`there is no batch ${batchId}`);
  return batchNumber;
}
