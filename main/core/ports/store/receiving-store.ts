import type { Cause } from '../../../../contract/payments/cause.ts';
import type { CallbackFault, CallbackOutcome } from '../../../../contract/receiving/callbacks.ts';
import type {
  IncomingKind,
  IncomingOrigin,
  PayingInstructions,
} from '../../../../contract/receiving/incoming.ts';
import type { PaymentState } from '../../../../contract/payments/payment.ts';
import type { RowContent, StoredPayment } from './stored-payment.ts';

/** Payins and top-ups, each the single row of a batch, and callbacks. The rules for every method are on Store. */
export interface ReceivingStore {
  /**
   * Adds one and releases it, in one commit: `queued` if Bursar creates it, otherwise `awaited` and due at once. Throws `orderIdUsed`
   * if the profile has used the order ID for this kind (invariant I2).
   */
  addIncoming(payment: NewIncomingPayment): StoredPayment;
  /** The one with this order ID in the profile of this key ID. */
  findIncoming(kind: IncomingKind, idPayment: string, keyId: string): StoredPayment | null;
  /** The newest with this order ID in a removed profile, of this name if one is named. */
  findRemovedIncoming(kind: IncomingKind, idPayment: string, profileName?: string): StoredPayment | null;
  /** Its kind and order ID, if the batch with this ID is a payin or top-up. */
  incomingOfBatch(batchId: string): { readonly kind: IncomingKind; readonly idPayment: string } | null;
  /** How many wait to be sent, or are in doubt. */
  countUnsentIncoming(): number;
  /** Matches, newest first, among up to `scanLimit` payments before this one. `next` is where to continue; null at the end. */
  scanIncoming(filter: IncomingFilter, page: IncomingPage): { found: StoredPayment[]; next: string | null };
  /** Extends how long an awaited payment is polled; false if it is no longer awaited. */
  prolongAwaiting(paymentId: number, awaitedUntil: number, at: number): boolean;
  /** The gateway's latest response about this payment. */
  readingOf(paymentId: number): IncomingReading | null;
  /** Appends an event about information sent to the gateway for a payment; its state does not change. */
  noteSent(paymentId: number, note: { readonly cause: Cause; readonly at: number }): void;

  /** Of each profile that has one and was not removed. */
  callbackAddresses(): CallbackAddress[];
  /** Replaces the unguessable part of the address; the new address counts as never reached. */
  setCallbackSecret(keyId: string, secret: string): void;
  /**
   * Records requests and which addresses were reached. Keeps the latest requests answered 200 and the latest refused ones under
   * separate limits, so that a flood of refused requests does not push out the others.
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

export type NewIncomingPayment = Omit<
  RowContent,
  'paymentId' | 'rowNumber' | 'reference' | 'retryOf' | 'source'
> &
  Pick<StoredPayment, 'batchId' | 'callbackUrl' | 'returnUrl' | 'awaitedUntil'> & {
    readonly kind: IncomingKind;
    readonly origin: IncomingOrigin;
    readonly note: string;
    readonly rowsHash: string;
    readonly at: number;
  };

export type IncomingFilter = {
  readonly kind: IncomingKind | null;
  /** Also finds those of removed profiles of this name, in the environment of the one that has it now, if any. */
  readonly profileName: string | null;
  /** Any of these; none: all. */
  readonly states: readonly PaymentState[];
  readonly currencyCode: string | null;
  /** Which date `from` and `until` mean. With `paid` only paid payments are found, by the time when the gateway ended them. */
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
  /** Only shown: one that cannot be read is left out and reported. Otherwise reading fails. */
  readonly isShown?: boolean;
};

/** The gateway's raw response about a payin or top-up, when it was asked for, and its payment instructions. */
export type IncomingReading = {
  readonly askedAt: number;
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
