import { hash } from 'node:crypto';
import { fail } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import { rowsHasher } from '../payments/identity.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import type { Encode, StoredPayment } from '../ports/index.ts';

/** The rows of a released batch are not those that were released (I4). */
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

/** Makes sure that what is sent is what was released. */
type VerifiedRows = {
  /** Reads the rows of these batches and compares them with the hash of their release; throws RowsTampered for the first that differs. */
  verify(batchIds: readonly string[]): Promise<void>;
  /** Writes a body only of a row that is still as it was verified; throws RowsTampered. */
  readonly encode: Encode;
};

/**
 * The hash of a release covers all rows of a batch at once, and a batch is sent over minutes. So its rows are read once before the first
 * is claimed, and a short digest of each is kept in memory, with which the row is compared in the transaction that claims it.
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

/** Everything of a row that is sent, or says to whom it is sent. */
function digestOf(payment: StoredPayment): string {
  const { idPayment, amount, currencyCode, paymentMethodCode, callbackUrl } = payment;
  const { accountName, accountNumber, paymentOperatorCode, emailAddress, reference } = payment;
  const what = [idPayment, amount, currencyCode, paymentMethodCode, callbackUrl];
  const fields = [...what, accountName, accountNumber, paymentOperatorCode, emailAddress, reference];
  return hash('sha1', JSON.stringify(fields), 'base64');
}
