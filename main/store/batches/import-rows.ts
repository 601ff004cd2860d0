import type { BatchStore, NewRow } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { RowsSeal } from '../audit/event-facts.ts';
import { inLedger } from '../audit/ledger.ts';
import { profileRemoved } from '../profiles/profile-number.ts';
import { holderOfOrderId } from '../payments/find-payments.ts';
import { paymentIdOf } from '../payments/payment-id.ts';
import { insertKeys } from './payment-keys.ts';
import { flagIn, integerIn, sourceText, textIn } from '../read-row.ts';
import { isNotUnique, StoreError } from '../store-error.ts';

export function importMethods(context: Context) {
  const { connection, batchCache, imports } = context;
  return {
    beginBatch(batch) {
      const { batchId, keyId, fileName, fileHash, contentHash, callbackUrl, source, at } = batch;
      const begun = connection.run(
        `INSERT INTO batches (batchNumber, batchId, profileNumber, fileName, fileHash, contentHash, callbackUrl, state, messageId, source, createdAt)
         SELECT lastNumber + 1, ?, profileNumber, ?, ?, ?, ?, 'importing', ?, ?, ? FROM profiles, batchNumbers
         WHERE keyId = +? AND removedAt IS NULL`,
        batchId,
        fileName,
        fileHash,
        contentHash,
        callbackUrl,
        source === null || source?.isPart === true ? null : (source?.messageId ?? null),
        sourceText(source ?? null),
        at,
        keyId,
      );
      if (begun !== 1) throw profileRemoved();
      imports.set(numberOfImport(batchCache, batchId), new RowsSeal());
    },

    /** * Adds rows to a batch that is being imported; row numbers rise from call to call. An order ID that this profile has used
     * already throws `orderIdUsed`, and none of these rows is added (invariant I2). */
    addRows(batchId, rows) {
      const batchNumber = numberOfImport(batchCache, batchId);
      const seal = imports.get(batchNumber);
      inLedger(context, 0, (ledger) => {
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
            throw orderIdError(connection, error, { profileNumber, row });
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
      // Added only now, because rows that were not inserted must not be in the seal.
      if (first !== undefined && last !== undefined)
        seal?.addStored(
          connection,
          paymentIdOf(batchNumber, first.rowNumber),
          paymentIdOf(batchNumber, last.rowNumber),
        );
    },

    finishBatch(batchId, { rowsHash, totals, at }) {
      const batchNumber = numberOfImport(batchCache, batchId);
      const seal = imports.get(batchNumber);
      inLedger(context, at, (ledger) => {
        const finished = connection.run(
          `UPDATE batches SET state = 'draft', rowsHash = ?, totals = ? WHERE batchNumber = +? AND state = 'importing'`,
          rowsHash,
          JSON.stringify(totals),
          batchNumber,
        );
        if (finished !== 1 || seal === undefined)
          throw new RangeError(`batch ${batchId} is not being imported`);
        const reason = { cause: { code: 'imported' }, detail: rowsHash } as const;
        ledger.batchChanged(batchNumber, 'importing', 'draft', reason, seal.digest());
      });
      imports.delete(batchNumber);
    },
  } satisfies Partial<BatchStore>;
}

/** Writes one row of a batch that is `importing`. */
export function insertPayment(
  connection: Connection,
  place: { readonly batchNumber: number; readonly profileNumber: number },
  row: Omit<NewRow, 'keys'>,
): void {
  connection.insert('payments', {
    paymentId: paymentIdOf(place.batchNumber, row.rowNumber),
    batchNumber: place.batchNumber,
    rowNumber: row.rowNumber,
    profileNumber: place.profileNumber,
    kind: row.kind,
    idPayment: row.idPayment,
    amount: row.amount,
    currencyCode: row.currencyCode,
    paymentMethodCode: row.paymentMethodCode,
    accountName: row.accountName,
    accountNumber: row.accountNumber,
    paymentOperatorCode: row.paymentOperatorCode,
    emailAddress: row.emailAddress,
    reference: row.reference,
    tokenChunk: row.tokenChunk,
    duplicateKey: '',
    duplicateNumber: 0,
    isRepeated: 0,
    hasOwnId: row.idPayout === '' ? 0 : 1,
    retryOf: row.retryOf,
    source: sourceText(row.source ?? null),
  });
}

/** An error that names the row whose order ID was used before; any other error unchanged. */
function orderIdError(
  connection: Connection,
  error: unknown,
  { profileNumber, row }: { readonly profileNumber: number; readonly row: NewRow },
): unknown {
  if (!isNotUnique(error)) return error;
  const { idPayment, rowNumber } = row;
  const holder = connection.get(holderOfOrderId, idPayment, profileNumber);
  const used =
    row.idPayout !== '' || holder === undefined
      ? `The order ID ${idPayment} of row ${rowNumber} has been used already. Give the row another order ID, or leave it empty.`
      : derivedIdText(row, textIn(holder, 'batchId'), flagIn(holder, 'hasOwnId'));
  return new StoreError('orderIdUsed', used, { idPayout: idPayment });
}

/** Why a row cannot have the order ID that Bursar derives for it: a file had it, or another window prepared the same retry meanwhile. */
function derivedIdText({ idPayment, rowNumber }: NewRow, batchId: string, cameWithFile: boolean): string {
  return cameWithFile
    ? `The order ID ${idPayment}, which Bursar gives row ${rowNumber}, came with a file into batch ${batchId}. Bursar derives it from these rows, so that batch may pay them already: look at it first.`
    : `Batch ${batchId} retries the payout of row ${rowNumber} already. Look at that batch first.`;
}

function numberOfImport(batchCache: Context['batchCache'], batchId: string): number {
  const batchNumber = batchCache.numberOf(batchId);
  if (batchNumber === null) throw new RangeError(`there is no batch ${batchId}`);
  return batchNumber;
}
