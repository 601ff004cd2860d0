import { Environment } from '../../../contract/profile.ts';
import { IncomingOrigin } from '../../../contract/receiving/incoming.ts';
import { PaymentKind } from '../../../contract/payments/payment.ts';
import type { StoredBatch } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import { choiceIn, integerIn, integerOrNullIn, textIn, textOrNullIn, timeIn, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';

/** Data shared by all payments of a batch, cached so that reading a payment needs no join. */
type CachedBatch = Pick<
  StoredBatch,
  'batchId' | 'keyId' | 'profileName' | 'environment' | 'callbackUrl' | 'createdAt' | 'kind'
> & {
  /** The single payment of a payin or top-up; null for payouts. */
  readonly incoming: CachedIncoming | null;
};

type CachedIncoming = {
  readonly idPayment: string;
  readonly origin: IncomingOrigin;
  readonly returnUrl: string;
  readonly awaitedUntil: number | null;
};

const mostBatches = 20_000;

/** Caches batches, since this process is the only writer. Code that changes a cached value calls `clear`. */
export class BatchCache {
  readonly #connection: Connection;
  readonly #byNumber = new Map<number, CachedBatch>();
  readonly #numbers = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  ofBatch(batchNumber: number): CachedBatch {
    const known = this.#byNumber.get(batchNumber);
    if (known !== undefined) return known;
    const row = this.#connection.get(
      `SELECT batchId, keyId, name, environment, batches.callbackUrl, batches.createdAt, kind, origin, returnUrl, awaitedUntil,
         (SELECT idPayment FROM payments WHERE paymentId = incoming.batchNumber * ${idsPerBatch} + 1) AS idPayment
       FROM batches JOIN profiles USING (profileNumber) LEFT JOIN incoming USING (batchNumber) WHERE batchNumber = +?`,
      batchNumber,
    );
    if (row === undefined) throw unreadable(`a payment of batch ${batchNumber}, which does not exist`);
    const batch = {
      batchId: textIn(row, 'batchId'),
      keyId: textIn(row, 'keyId'),
      profileName: textIn(row, 'name'),
      environment: choiceIn(row, 'environment', Environment.options),
      callbackUrl: textIn(row, 'callbackUrl'),
      createdAt: timeIn(row, 'createdAt'),
      kind: choiceIn(row, 'kind', PaymentKind.options),
      incoming: cachedIncoming(row),
    };
    if (this.#byNumber.size >= mostBatches) this.#byNumber.clear();
    this.#byNumber.set(batchNumber, batch);
    return batch;
  }

  numberOf(batchId: string): number | null {
    const known = this.#numbers.get(batchId);
    if (known !== undefined) return known;
    const row = this.#connection.get('SELECT batchNumber FROM batches WHERE batchId = +?', batchId);
    if (row === undefined) return null;
    const batchNumber = integerIn(row, 'batchNumber');
    if (this.#numbers.size >= mostBatches) this.#numbers.clear();
    this.#numbers.set(batchId, batchNumber);
    return batchNumber;
  }

  /** Call when a profile changed, a batch was deleted, or a payment is awaited for longer. */
  clear(): void {
    this.#byNumber.clear();
    this.#numbers.clear();
  }
}

function cachedIncoming(row: Row): CachedIncoming | null {
  if (textOrNullIn(row, 'origin') === null) return null;
  return {
    idPayment: textIn(row, 'idPayment'),
    origin: choiceIn(row, 'origin', IncomingOrigin.options),
    returnUrl: textIn(row, 'returnUrl'),
    awaitedUntil: integerOrNullIn(row, 'awaitedUntil'),
  };
}
