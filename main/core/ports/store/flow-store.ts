import type { PaymentKind, PaymentState } from '../../../../contract/payments/payment.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { HistoryFilter } from './history-store.ts';
import type { StoredPayment } from './stored-payment.ts';

/** Flows of money per day, derived from the payments. The rules for every method are on Store. */
export interface FlowStore {
  /** Follows up to `limit` events; returns how many. Flows are complete once it returns fewer. */
  indexFlows(limit: number): number;
  /** Flows of a profile on these days (since 1970, in UTC), excluding `until`, by day. */
  flowsBetween(keyId: string, days: { readonly from: number; readonly until: number }): Flow[];
  /** Flows of a profile whose payments have not ended. */
  openFlows(keyId: string): Flow[];
  /** Top-ups of a profile that have not ended, after this payment ID, at most `limit`, newest last. */
  openTopUps(keyId: string, page: { readonly after: number; readonly limit: number }): OpenTopUp[];
  /**
   * Flows of the payouts that a filter finds, in pieces; each is a separate query, so that a caller can yield to other work in between. Drafts and
   * cancelled payouts have no flows. Null if the filter names more than profile, state, currency and method.
   */
  walkFlows(filter: HistoryFilter): Iterator<readonly FlowIn[], undefined> | null;
  /** The first day on which a profile has a flow; null if it has none. */
  firstFlowDay(keyId: string): number | null;
  /**
   * Payments of a profile in one of these states whose amount or fee is in this currency, by time and ID, after this position. `state` is the one in
   * which they are counted; `at` is when they ended or, if the gateway named no time, changed state.
   */
  flowPayments(
    keyId: string,
    search: {
      /** Null: any. */
      readonly currencyCode: string | null;
      readonly states: readonly PaymentState[];
      /** At or after `from`, before `until`. */
      readonly from: number;
      readonly until: number;
      readonly after: FlowPlace | null;
      readonly limit: number;
    },
  ): FlowPayment[];
  /**
   * Paid payments whose amount or fee is in this currency, for which the gateway has reported something else after that, whatever it reports
   * now; the latest report first.
   */
  changedSincePaid(keyId: string, currencyCode: string, limit: number): FlowPayment[];
  /**
   * The movements of a profile's payments in a currency, at or after `from` and before `until`, in pieces; each is a separate query, so that a
   * caller can yield to other work in between. Unordered.
   */
  walkMoved(
    keyId: string,
    currencyCode: string,
    time: { readonly from: number; readonly until: number },
  ): Iterator<readonly MovedMoney[], undefined>;
  /** When the newest payment of a profile was paid, at or after `from` and before `until`; null if none was. */
  lastPaidAt(keyId: string, time: { readonly from: number; readonly until: number }): number | null;
  /** The number of the last event of the log. */
  lastEvent(): number;
  /** The number of an event before which nothing was recorded at or after the hour of this moment. */
  lastEventBefore(at: number): number;
  /**
   * Payments of a profile that an event after number `since` made sending, accepted, paid or conflicting, each once and as the
   * flows count it now. Reads at most `limit` events after number `after`, and none that the flows have not followed; `next` is null at the end.
   */
  paymentsMovedSince(
    keyId: string,
    place: { readonly since: number; readonly after: number },
    limit: number,
  ): { payments: FlowPayment[]; next: number | null };
  /** Records why a balance differs from the payments of a day: an event of the profile. */
  explainDifference(
    keyId: string,
    explained: {
      readonly currencyCode: string;
      readonly day: string;
      readonly amount: string;
      readonly note: string;
    },
    at: number,
  ): void;
  /** Those notes about a currency, oldest first. */
  explanations(
    keyId: string,
    currencyCode: string,
  ): { readonly day: string; readonly amount: string; readonly note: string; readonly at: number }[];
}

/** The movement of one paid payment. */
export type MovedMoney = Pick<FlowPayment, 'kind' | 'amount' | 'currencyCode' | 'fee'>;

/** The totals of some payments of one day. */
export type Flow = {
  readonly day: number;
  readonly currencyCode: string;
  readonly kind: PaymentKind;
  readonly state: PaymentState;
  readonly paymentMethodCode: string;
  readonly count: number;
  readonly amount: string;
  /** Fees as the gateway reported them, one per currency. */
  readonly fees: readonly (ReportedMoney & { readonly count: number })[];
};

/** A flow of a profile in this environment. */
export type FlowIn = Flow & { readonly environment: Environment };

/** A top-up that has not ended. */
export type OpenTopUp = Pick<
  FlowPayment,
  'paymentId' | 'state' | 'paymentMethodCode' | 'amount' | 'currencyCode' | 'fee' | 'firstSentAt'
> & {
  /** When the last query left by which the gateway has not ended it; null if it has not said so. */
  readonly openAt: number | null;
};

export type FlowPlace = { readonly at: number; readonly paymentId: number };

export type FlowPayment = FlowPlace &
  Pick<
    StoredPayment,
    | 'kind'
    | 'state'
    | 'idPayment'
    | 'batchId'
    | 'paymentMethodCode'
    | 'accountName'
    | 'reference'
    | 'amount'
    | 'currencyCode'
    | 'fee'
    | 'firstSentAt'
    | 'source'
  >;
