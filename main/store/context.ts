import { IncomingOrigin } from '../../contract/receiving/incoming.ts';
import { PaymentKind } from '../../contract/payments/payment.ts';
import type { Connection } from './connection.ts';
import type { RowsSeal } from './payments/facts.ts';
import { choiceIn, integerIn, integerOrNullIn, textIn, textOrNullIn, type Row } from './read-row.ts';
import { unreadable } from './store-error.ts';

/** What is the same for every payment of a batch, kept at hand so that reading a payment needs no join. */
export type BatchFacts = {
  readonly batchId: string;
  readonly keyId: string;
  readonly profileName: string;
  readonly callbackUrl: string;
  readonly createdAt: number;
  readonly kind: PaymentKind;
  /** The one payment of a payin or top-up; null for payouts. */
  readonly incoming: IncomingFacts | null;
};

export type IncomingFacts = {
  readonly idPayment: string;
  readonly origin: IncomingOrigin;
  readonly returnUrl: string;
  readonly awaitedUntil: number | null;
};

const mostFacts = 20_000;

/** Remembers facts of batches; whoever changes one of them calls `forget`, and this process is the only writer. */
export class Facts {
  readonly #connection: Connection;
  readonly #byNumber = new Map<number, BatchFacts>();
  readonly #numbers = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  ofBatch(batchNumber: number): BatchFacts {
    const known = this.#byNumber.get(batchNumber);
    if (known !== undefined) return known;
    const row = this.#connection.get(
      `SELECT batchId, keyId, name, batches.callbackUrl, batches.createdAt, kind, origin, returnUrl, awaitedUntil,
         (SELECT idPayment FROM payments WHERE paymentId = incoming.batchNumber * 2097152 + 1) AS idPayment
       FROM batches JOIN profiles USING (profileNumber) LEFT JOIN incoming USING (batchNumber) WHERE batchNumber = +?`,
      batchNumber,
    );
    if (row === undefined) throw unreadable(`a payment of batch ${batchNumber}, which is not there`);
    const facts = {
      batchId: textIn(row, 'batchId'),
      keyId: textIn(row, 'keyId'),
      profileName: textIn(row, 'name'),
      callbackUrl: textIn(row, 'callbackUrl'),
      createdAt: integerIn(row, 'createdAt'),
      kind: choiceIn(row, 'kind', PaymentKind.options),
      incoming: incomingFacts(row),
    };
    if (this.#byNumber.size >= mostFacts) this.#byNumber.clear();
    this.#byNumber.set(batchNumber, facts);
    return facts;
  }

  /** The number of a batch, or null when there is none of this ID. */
  numberOf(batchId: string): number | null {
    const known = this.#numbers.get(batchId);
    if (known !== undefined) return known;
    const row = this.#connection.get('SELECT batchNumber FROM batches WHERE batchId = +?', batchId);
    if (row === undefined) return null;
    const batchNumber = integerIn(row, 'batchNumber');
    if (this.#numbers.size >= mostFacts) this.#numbers.clear();
    this.#numbers.set(batchId, batchNumber);
    return batchNumber;
  }

  /** Forgets everything: a profile changed, a batch went, or something is awaited for longer. */
  forget(): void {
    this.#byNumber.clear();
    this.#numbers.clear();
  }
}

function incomingFacts(row: Row): IncomingFacts | null {
  if (textOrNullIn(row, 'origin') === null) return null;
  return {
    idPayment: textIn(row, 'idPayment'),
    origin: choiceIn(row, 'origin', IncomingOrigin.options),
    returnUrl: textIn(row, 'returnUrl'),
    awaitedUntil: integerOrNullIn(row, 'awaitedUntil'),
  };
}

/** What every method of the store works on. */
export type Context = {
  readonly connection: Connection;
  readonly facts: Facts;
  /**
   * Of each batch that is being imported, by its number, the seal of the rows so far. An import that this process did not begin is
   * taken back when the database is opened.
   */
  readonly imports: Map<number, RowsSeal>;
};

export function contextOn(connection: Connection): Context {
  return { connection, facts: new Facts(connection), imports: new Map() };
}
