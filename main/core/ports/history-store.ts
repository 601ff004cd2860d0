import type { PayoutOrder } from '../../../contract/payments/history.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';

/** What the core asks of the store about the history of payouts. See Store for what holds of every method. */
export interface HistoryStore {
  /**
   * Brings the index of the history one bounded piece further towards what is recorded; true when there is nothing left to be done.
   * The history is the same before and after; it is only found faster.
   */
  indexHistory(): boolean;
  /** Whether everything that is recorded is in the index. */
  isHistoryIndexed(): boolean;
  /**
   * Finds payments in order, piece by piece: each step is bounded and may find none. What changes in between is found as it is then; none is
   * left out or found twice. With `isIndexed` false it goes through all rows instead of the index, by time.
   */
  walkHistory(query: HistoryQuery): Iterator<readonly HistoryEntry[], undefined>;
  /** How many payments a filter finds, where the index tells it without looking at them; else null. */
  countIndexed(filter: HistoryFilter): number | null;
}

/** Conditions that all hold; null, and no states at all, mean that it does not count. Times in milliseconds since 1970. */
export type HistoryFilter = {
  readonly profileName: string | null;
  readonly batchId: string | null;
  readonly states: readonly PaymentState[];
  readonly currencyCode: string | null;
  readonly paymentMethodCode: string | null;
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
