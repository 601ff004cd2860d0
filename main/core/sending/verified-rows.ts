import { hash } from 'node:crypto';
import { fail } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import { rowsHasher } from '../payments/identity.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import type { Encode, StoredPayment } from '../ports/index.ts';

/** The rows of a released batch differ from those that were released (I4). */
class RowsTampered extends Error {
  readonly appError;

  constructor(batchId: string) {
    super('the rows of a batch are not those that were released');
    this.appError = fail(
      'rowsTampered',
      `The rows of batch ${batchId} are not those that were released: the database was changed by something other than Bursar. The batch is paused and nothing more of it is sent. Find out who changed it before you do anything else.`,
      { batchId },
    ).error;
  }
}

/** Ensures that only the released rows are sent. */
type VerifiedRows = {
  /** Compares the rows of these batches with the hash of their release; throws RowsTampered for the first batch that differs. */
  verify(batchIds: readonly string[]): Promise<void>;
  /** Encodes a row; throws RowsTampered if it changed after it was verified. */
  readonly encode: Encode;
};

/**
 * The hash of a release covers all rows of a batch, and sending takes minutes. So all rows are verified once before the first claim,
 * and a digest of each stays in memory, to be compared again in the transaction that claims the row.
 */
export function createVerifiedRows({
  store,
  clock,
  encode,
}: Pick<CoreContext, 'store' | 'clock' | 'encode'>): VerifiedRows {
  const digests = new Map<string, ReadonlyMap<number, string>>();

  async function verifyOne(batchId: string): Promise<void> {
    const batch = store.findBatch(batchId);
    if (batch === null) return;
    const hasher = rowsHasher(batch.callbackUrl);
    const ofRows = new Map<number, string>();
    for await (const payments of pagesOfBatch(store, clock, batchId))
      for (const payment of payments) {
        hasher.add(payment);
        ofRows.set(payment.rowNumber, digestOf(payment));
      }
    if (hasher.digest() !== store.releasedHash(batchId)) throw new RowsTampered(batchId);
    digests.set(batchId, ofRows);
  }

  return {
    async verify(batchIds) {
      for (const batchId of batchIds) if (!digests.has(batchId)) await verifyOne(batchId);
    },
    encode(payment) {
      const { kind, batchId, rowNumber } = payment;
      if (kind === 'payout' && digests.get(batchId)?.get(rowNumber) !== digestOf(payment))
        throw new RowsTampered(batchId);
      return encode(payment);
    },
  };
}

/** Digest of every field that is sent or identifies the payee. */
function digestOf(payment: StoredPayment): string {
  const { idPayment, amount, currencyCode, paymentMethodCode, callbackUrl } = payment;
  const { accountName, accountNumber, paymentOperatorCode, emailAddress, reference } = payment;
  const what = [idPayment, amount, currencyCode, paymentMethodCode, callbackUrl];
  const fields = [...what, accountName, accountNumber, paymentOperatorCode, emailAddress, reference];
  return hash('sha1', JSON.stringify(fields), 'base64');
}
