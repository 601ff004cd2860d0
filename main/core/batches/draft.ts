import type { BatchSummary } from '../../../contract/batch.ts';
import { runningTotals } from '../../../contract/money.ts';
import type { PayoutRow } from '../../../contract/payment.ts';
import { toBatchSummary } from '../payments/convert.ts';
import { newBatchId, rowsHasher } from '../payments/identity.ts';
import { paymentKeysOf } from '../payments/payee.ts';
import type { CoreParts } from '../context.ts';
import type { NewRow } from '../ports/index.ts';
import { chunkDealer } from '../payments/scope.ts';

/** Rows that go into the store in one commit: few enough that no commit blocks the process for long. */
const rowsPerCommit = 1000;

/** A row to be stored; `retryOf` is the order ID of the payout that it repairs, if any. */
export type DraftRow = PayoutRow & { readonly retryOf?: string };

export type DraftSource = {
  readonly keyId: string;
  readonly fileName: string;
  readonly fileHash: string;
  readonly callbackUrl: string;
};

/** Stores rows as a new draft batch, all or none, giving other work its turn in between; tells its progress as `import`. */
export async function storeDraft(
  parts: CoreParts,
  source: DraftSource,
  rows: readonly DraftRow[],
): Promise<BatchSummary> {
  const { store, clock, random, emit } = parts;
  const batchId = newBatchId(random);
  const hasher = rowsHasher(source.callbackUrl);
  const totals = runningTotals();
  const chunkOf = chunkDealer('payout');
  store.beginBatch({ batchId, ...source, at: clock.now() });
  for (let start = 0; start < rows.length; start += rowsPerCommit) {
    const newRows = rows.slice(start, start + rowsPerCommit).map((row, index): NewRow => {
      const rowNumber = start + index + 1;
      const isOwn = row.idPayout !== '';
      const idPayment = isOwn ? row.idPayout : `${batchId}-${rowNumber}`;
      const tokenChunk = isOwn ? chunkOf(idPayment) : 0;
      // Written out: copying a row of unknown shape costs several times as much.
      const newRow: NewRow = {
        kind: 'payout',
        rowNumber,
        idPayment,
        tokenChunk,
        keys: paymentKeysOf(row),
        retryOf: row.retryOf ?? null,
        amount: row.amount,
        currencyCode: row.currencyCode,
        paymentMethodCode: row.paymentMethodCode,
        accountName: row.accountName,
        accountNumber: row.accountNumber,
        paymentOperatorCode: row.paymentOperatorCode,
        emailAddress: row.emailAddress,
        idPayout: row.idPayout,
        reference: row.reference,
      };
      hasher.add(newRow);
      totals.add(row);
      return newRow;
    });
    store.addRows(batchId, newRows);
    emit({ kind: 'progress', id: 'import', done: start + newRows.length, total: rows.length });
    await clock.turn();
  }
  store.finishBatch(batchId, { rowsHash: hasher.digest(), totals: totals.list(), at: clock.now() });
  emit({ kind: 'batch', id: batchId });
  const batch = store.findBatch(batchId);
  if (batch === null) throw new Error(`batch ${batchId} was stored and is not there`);
  return toBatchSummary(store, batch);
}
