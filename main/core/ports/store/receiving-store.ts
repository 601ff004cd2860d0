import type { Cause } from '../../../../contract/payments/cause.ts';
import type { CallbackFault, CallbackOutcome } from '../../../../contract/receiving/callbacks.ts';
import type {
  IncomingKind,
  IncomingOrigin,
  PayingInstructions,
} from '../../../../contract/receiving/incoming.ts';
import type { PaymentState } from '../../../../contract/payments/payment.ts';
import type { StoredPayment } from './stored-payment.ts';

/** Payins and top-ups, each the one row of a batch, and callbacks. See Store for what holds of every method. */
export interface ReceivingStore {
  /**
   * Adds one and releases it, in one commit: `queued` where Bursar creates it, else `awaited` and due at once. Throws `orderIdUsed`
   * when the profile has used the order ID for this kind (invariant I2).
   */
  addIncoming(payment: NewIncomingPayment): StoredPayment;
  /** The one of this order ID in the profile of this key ID. */
  findIncoming(kind: IncomingKind, idPayment: string, keyId: string): StoredPayment | null;
  /** Its kind and order ID, where the batch of this ID is a payin or top-up. */
  incomingOfBatch(batchId: string): { readonly kind: IncomingKind; readonly idPayment: string } | null;
  /** How many wait to be sent, or are in doubt. */
  countUnsentIncoming(): number;
  /** Matches, newest first, among up to `scanLimit` payments before this one. `next` is where to go on; null at the end. */
  scanIncoming(filter: IncomingFilter, page: IncomingPage): { found: StoredPayment[]; next: string | null };
  /** Asks about an awaited one until this moment; false when it is no longer awaited. */
  prolongAwaiting(paymentId: number, awaitedUntil: number, at: number): boolean;
  /** The gateway's last response about this payment. */
  readingOf(paymentId: number): IncomingReading | null;
  /** Appends an event about information sent to the gateway for a payment; its state stays. */
  noteSent(paymentId: number, note: { readonly cause: Cause; readonly at: number }): void;

  /** Of each profile that has one, and that was not removed. */
  callbackAddresses(): CallbackAddress[];
  /** Replaces the unguessable part of the address; the new address counts as never reached. */
  setCallbackSecret(keyId: string, secret: string): void;
  /**
   * Records requests and whose addresses were reached, and forgets the oldest beyond a limit for those answered 200 and another
   * for those turned away, so that a flood of rejected requests pushes out none of the others.
   */
  noteCallbacks(
    notes: {
      readonly deliveries: readonly NewDelivery[];
      readonly reached: readonly string[];
      readonly at: number;
    },
    kept: { readonly taken: number; readonly turnedAway: number },
  ): void;
  /** Newest first. */
  listDeliveries(limit: number): StoredDelivery[];
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
  /** Which date `from` and `until` are of. With `paid` only paid ones are found, by the time when the gateway ended them. */
  readonly dateOf: 'created' | 'paid';
  /** At or after, and before, these moments. */
  readonly from: number | null;
  readonly until: number | null;
  /** Part of a name, account, order ID, e-mail address or note, in any case. */
  readonly search: string | null;
};

type IncomingPage = {
  /** The batchId of the last one seen. */
  readonly after: string | null;
  readonly limit: number;
  readonly scanLimit: number;
};

/** The gateway's raw response about a payin or top-up, when it came, and what it says about how to pay. */
export type IncomingReading = {
  readonly at: number;
  readonly raw: string;
  readonly instructions: PayingInstructions | null;
};

export type CallbackAddress = {
  readonly keyId: string;
  readonly profileName: string;
  /** The unguessable part; in no log and no error. */
  readonly secret: string;
  readonly firstReachedAt: number | null;
  readonly lastReachedAt: number | null;
};

export type NewDelivery = {
  readonly at: number;
  readonly keyId: string | null;
  readonly outcome: CallbackOutcome;
  readonly idEntity: string | null;
  readonly status: number;
  readonly fault: CallbackFault | null;
};
type StoredDelivery = Omit<NewDelivery, 'keyId'> & {
  readonly number: number;
  readonly profileName: string | null;
};
