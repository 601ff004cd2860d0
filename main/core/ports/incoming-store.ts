import type {
  IncomingKind,
  IncomingOrigin,
  PayingInstructions,
} from '../../../contract/receiving/incoming.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { StoredPayment } from './stored-payment.ts';

/** What the core keeps of payins and top-ups, each of which is the one row of a batch. See Store for what holds of every method. */
export interface IncomingStore {
  /**
   * Adds one and releases it, in one commit: `queued` where Bursar creates it, else `awaited` and due at once. Throws `orderIdUsed` when the profile has
   * used the order ID for this kind (invariant I2).
   */
  addIncoming(payment: NewIncomingPayment): StoredPayment;
  /** The one of this order ID in the profile of this key ID. */
  findIncoming(kind: IncomingKind, idPayment: string, keyId: string): StoredPayment | null;
  /** Its kind and order ID, where the batch of this ID is a payin or top-up. */
  incomingOfBatch(batchId: string): { readonly kind: IncomingKind; readonly idPayment: string } | null;
  /** How many wait to be sent, or are in doubt. */
  countUnsentIncoming(): number;
  /**
   * Those that fit, newest first, of up to `scanLimit` that are looked at before this one. `next` says where to go on; null at the end.
   */
  scanIncoming(filter: IncomingFilter, page: IncomingPage): { found: StoredPayment[]; next: string | null };
  /** Asks about an awaited one until this moment; false when it is no longer awaited. */
  prolongAwaiting(paymentId: number, awaitedUntil: number, at: number): boolean;
  /** What the gateway said last of this payment. */
  readingOf(paymentId: number): IncomingReading | null;
  /** Appends an event that says what was told to the gateway about a payment; its state stays. */
  noteTold(
    paymentId: number,
    note: { readonly cause: string; readonly detail: string; readonly at: number },
  ): void;
}

export type NewIncomingPayment = {
  readonly batchId: string;
  readonly keyId: string;
  readonly kind: IncomingKind;
  readonly origin: IncomingOrigin;
  readonly idPayment: string;
  readonly amount: string;
  readonly currencyCode: string;
  readonly paymentMethodCode: string;
  readonly paymentOperatorCode: string;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly emailAddress: string;
  readonly note: string;
  readonly callbackUrl: string;
  readonly returnUrl: string;
  /** Null where Bursar creates it. */
  readonly awaitedUntil: number | null;
  readonly rowsHash: string;
  readonly at: number;
};

export type IncomingFilter = {
  readonly kind: IncomingKind | null;
  readonly profileName: string | null;
  /** Any of these; none: all. */
  readonly states: readonly PaymentState[];
  readonly currencyCode: string | null;
  /** Part of a name, account, order ID, e-mail address or note, in any case. */
  readonly search: string | null;
};

export type IncomingPage = {
  /** The batchId of the last one seen. */
  readonly after: string | null;
  readonly limit: number;
  readonly scanLimit: number;
};

/** The gateway's answer about a payin or top-up as it came, when, and what it says of how to pay. */
export type IncomingReading = {
  readonly at: number;
  readonly raw: string;
  readonly instructions: PayingInstructions | null;
};
