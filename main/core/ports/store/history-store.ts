import type { PayoutOrder } from '../../../../contract/payments/history.ts';
import type { PaymentState } from '../../../../contract/payments/payment.ts';
import type { PayeeKey } from './payee-store.ts';

/** The history of payouts: filters, orders and search. See Store for what holds of every method. */
export interface HistoryStore {
  /**
   * Brings the index of the history one bounded piece closer to what is recorded; true when nothing is left to do. Results are the
   * same before and after; they only come faster.
   */
  indexHistory(): boolean;
  /** Tidies the text index by one bounded piece, so that a search of it costs less; true when nothing is left to do. Results are the same. */
  mergeHistory(): boolean;
  /** Whether everything that is recorded is in the index. */
  isHistoryIndexed(): boolean;
  /**
   * Finds payments in order, piece by piece: each step is bounded and may find none. A payment that changes in between is found as it
   * is then; none is left out or found twice. With `isIndexed` false it reads all rows instead of the index, by time.
   */
  walkHistory(query: HistoryQuery): Iterator<readonly HistoryEntry[], undefined>;
  /** How many payments a filter finds, where the index knows without reading them; else null. */
  countIndexed(filter: HistoryFilter): number | null;
}

/** Conditions that all hold; null, and an empty list, set no condition. Times in milliseconds since 1970. */
export type HistoryFilter = {
  readonly profileName: string | null;
  readonly batchId: string | null;
  readonly states: readonly PaymentState[];
  /** A payee that was released to; drafts are not found by it. */
  readonly payee: (PayeeKey & { readonly payeeHash: number }) | null;
  readonly currencyCodes: readonly string[];
  readonly paymentMethodCodes: readonly string[];
  /**
   * What `fromMs` and `untilMs` are about: creation, or payment, when flows count it (the gateway's time where it named one). With
   * `paid` only paid ones are found, and flows have to be complete where the index is read.
   */
  readonly dateOf: 'created' | 'paid';
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  readonly amountFrom: string | null;
  readonly amountUntil: string | null;
  readonly search: string | null;
};

/** A place in an order: what is sorted by (empty where that is the paymentId), and the payment. */
export type HistoryEntry = { readonly key: string; readonly paymentId: number };

export type HistoryQuery = {
  readonly filter: HistoryFilter;
  readonly order: PayoutOrder;
  /** Only what comes after this place. */
  readonly after: HistoryEntry | null;
  /** About how many will be wanted. */
  readonly expected: number;
  readonly isIndexed: boolean;
};
