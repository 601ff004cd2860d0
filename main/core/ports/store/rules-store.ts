import type { NeededColumn } from '../payout-rules.ts';

/** The data from which the core learns what payment methods need. */
export interface RulesStore {
  /**
   * Payouts of a profile that the gateway rejected and that left a column empty, newest first, from up to `limit` rejected ones before
   * this payment (null: the newest). `next` is null at the end, or once they were rejected before `since`.
   */
  rejectedPayouts(
    keyId: string,
    page: { readonly before: number | null; readonly since: number; readonly limit: number },
  ): { readonly rejected: RejectedPayout[]; readonly next: number | null };
  /**
   * Whether one of up to `limit` payouts after this payment was accepted with the same method and operator and with this column empty.
   * `next` is null at the end.
   */
  acceptedWithout(
    keyId: string,
    like: Pick<RejectedPayout, 'paymentMethodCode' | 'paymentOperatorCode'> & {
      readonly column: NeededColumn;
    },
    page: { readonly after: number; readonly limit: number },
  ): { readonly isFound: boolean; readonly next: number | null };
}

/** A payout that the gateway rejected and that left a column empty, with the gateway's answer. */
export type RejectedPayout = {
  readonly paymentId: number;
  /** The position before the first payment of its batch, for `acceptedWithout`. */
  readonly beforeBatch: number;
  readonly paymentMethodCode: string;
  readonly paymentOperatorCode: string;
  readonly empty: readonly NeededColumn[];
  readonly rejectedAt: number;
  readonly answer: string;
};
