import type { PayoutOrder } from '../../../../contract/payments/history.ts';
import type { PaymentState } from '../../../../contract/payments/payment.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { PayeeKey } from './payee-store.ts';

/** The history of payouts: filters, orders and search. The rules for every method are on Store. */
export interface HistoryStore {
  /**
   * Brings the index of the history one bounded piece closer to the records; true if it is up to date. Results are the
   * same before and after, but come faster.
   */
  indexHistory(): boolean;
  /** Merges the text index by one bounded piece, so that searches cost less; true if nothing is left to do. Results are the same. */
  mergeHistory(): boolean;
  /**
   * Finds payments in order, piece by piece: each step is bounded and may find none. A payment that changes in between is found in its
   * state then; none is left out or found twice. With `isIndexed` false it reads all rows instead of the index, by time.
   */
  walkHistory(query: HistoryQuery): Iterator<readonly HistoryEntry[], undefined>;
  /** How many payments a filter finds, if the index knows without reading them; otherwise null. */
  countIndexed(filter: HistoryFilter): number | null;
}

/** Conditions that must all hold; null or an empty list sets no condition. Times in milliseconds since 1970. */
export type HistoryFilter = {
  /** A name, which a removed profile and its successor may share, also across environments. */
  readonly profileName: string | null;
  /** Only payments of this environment. */
  readonly environment?: Environment;
  readonly batchId: string | null;
  readonly states: readonly PaymentState[];
  /** A payee of released payouts; does not find drafts. */
  readonly payee: (PayeeKey & { readonly payeeHash: number }) | null;
  readonly currencyCodes: readonly string[];
  readonly paymentMethodCodes: readonly string[];
  /**
   * Which time `fromMs` and `untilMs` mean: creation, or payment, when flows count it (the gateway's time if it named one). With
   * `paid` only paid payouts are found, and flows must be complete if the index is read.
   */
  readonly dateOf: 'created' | 'paid';
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  readonly amountFrom: string | null;
  readonly amountUntil: string | null;
  readonly search: string | null;
};

/** A position in an order: the sort value (empty if that is the paymentId), and the payment. */
export type HistoryEntry = { readonly key: string; readonly paymentId: number };

export type HistoryQuery = {
  readonly filter: HistoryFilter;
  readonly order: PayoutOrder;
  /** Only payments after this position. */
  readonly after: HistoryEntry | null;
  /** About how many the caller needs. */
  readonly expected: number;
  readonly isIndexed: boolean;
};
