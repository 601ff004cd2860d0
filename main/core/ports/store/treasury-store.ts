import type { ReportedMoney } from '../../../../contract/money/money.ts';
import {
  type PaymentKind,
  type PaymentState,
  type troubledStates,
} from '../../../../contract/payments/payment.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { AttentionKind, NoticeKind } from '../../../../contract/treasury/attention.ts';
import type { StoredBatch } from './batch-store.ts';
import type { StoredPayment } from './stored-payment.ts';

/** Balances, payment options, and items that need a person's attention. The rules for every method are on Store. */
export interface TreasuryStore {
  /** The latest stored balances of this profile; null if they were never loaded. */
  latestBalances(keyId: string): StoredBalances | null;
  /**
   * Stores the latest balances, and each snapshot whose amounts differ from the previous one, or that comes at least `quietMs` after
   * it. Does nothing for a removed profile.
   */
  saveBalances(
    keyId: string,
    kept: StoredBalances,
    snapshots: { readonly at: number; readonly quietMs: number; readonly list: readonly NewSnapshot[] },
  ): void;
  /** Currencies of which this profile has snapshots. */
  snapshotCurrencies(keyId: string): string[];
  /** The last snapshot in each of `parts` equal parts of the time from the first one at or after `since` up to `until`, oldest first. */
  snapshotsBetween(
    keyId: string,
    currencyCode: string,
    time: { readonly since: number; readonly until: number; readonly parts: number },
  ): { at: number; available: string }[];
  /** Snapshots after `after` and before `until`, oldest first; `amounts` is JSON. */
  snapshotsAfter(
    keyId: string,
    currencyCode: string,
    page: { readonly after: number; readonly until: number; readonly limit: number },
  ): StoredSnapshot[];
  /** The last snapshot before this moment; null if there is none. */
  snapshotBefore(keyId: string, currencyCode: string, before: number): StoredSnapshot | null;
  /**
   * Reads up to `limit` snapshots after this position and removes those that are followed by another of the same interval, so that
   * the last one of each interval stays, and the first of a profile and currency; `stretchMs` returns the interval for the age of a snapshot, 0: keep it. `next` is null at
   * the end.
   */
  thinSnapshots(
    after: SnapshotPlace | null,
    limit: number,
    plan: { readonly now: number; readonly stretchMs: (ageMs: number) => number },
  ): { next: SnapshotPlace | null };

  /** The last answers about options for these amounts, in their shortest form, whatever their age; by amount, without those that have none. */
  findOptions(
    about: Omit<OptionsQuestion, 'amount'>,
    amounts: readonly string[],
  ): ReadonlyMap<string, StoredOptions>;
  /** Stores an answer about options. Does nothing for a removed profile. */
  saveOptions(question: OptionsQuestion, answer: StoredOptions): void;
  /** Removes up to `limit` answers from before this moment; returns how many. */
  forgetOptions(before: number, limit: number): number;

  /** Amounts and fees of the newest payouts of a profile that were paid by this method and currency: of `limit` payouts, those with a fee. */
  paidFees(
    keyId: string,
    by: { readonly paymentMethodCode: string; readonly currencyCode: string },
    limit: number,
  ): { readonly amount: string; readonly fee: ReportedMoney }[];
  /** Payouts of a profile that were released and that the gateway is not known to have accepted: queued, sending or unknown. */
  committedPayouts(
    keyId: string,
    page: { readonly after: CommittedPlace | null; readonly limit: number },
  ): {
    readonly payouts: {
      readonly batchId: string;
      readonly amount: string;
      readonly currencyCode: string;
      readonly paymentMethodCode: string;
    }[];
    readonly next: CommittedPlace | null;
  };

  /** Stores how many rows of a draft the last check for duplicates held; false if that is known, or the batch is not a draft. */
  noteHeld(batchId: string, rows: number): boolean;
  /** Drafts with rows held by a check, or whose file was released before, newest first. */
  heldDrafts(limit: number): HeldDraft[];
  /**
   * Batches with payments that need a person and were not dismissed, newest first, `before` being the last one seen. Reads
   * `limit` counts, dismissed or not.
   */
  troubles(page: { readonly before: number | null; readonly limit: number }): {
    troubles: Trouble[];
    next: number | null;
  };
  /** Among up to `limit` unknown payments of a batch: how many became unknown before this moment, and how many wait for a person. */
  countUnknown(
    batchId: string,
    look: { readonly before: number; readonly limit: number },
  ): { looked: number; old: number; forAPerson: number };
  /**
   * Accepted payouts whose outcome the gateway has not reported for more than a day, by batch, newest first; `batchId`: only those of
   * that batch.
   */
  unanswered(of: { readonly batchId: string | null; readonly limit: number }): Unanswered[];
  /** Those that `unanswered` leaves out with this limit, summed by profile and kind. */
  unansweredBeyond(
    listed: number,
  ): (Pick<Unanswered, 'profileName' | 'count' | 'acceptedAt'> & { readonly kind: PaymentKind })[];
  /**
   * Dismisses failed, rejected and conflicting payments of a batch up to now, with its notices; or one of these items alone: of its
   * payments as many as it counts, and none if some were dismissed or retried since, or fewer are left.
   */
  dismiss(batchId: string, at: number, item?: DismissedItem | null): void;
  /** Records that a batch needs a person. */
  addNotice(kind: NoticeKind, batchId: string, at: number): void;
  /** Removes the notices of this kind about a batch, or the batches of a profile, because they no longer apply; returns whether there were any. */
  withdrawNotices(
    kind: NoticeKind,
    about: { readonly profileName: string } | { readonly batchId: string },
    at: number,
  ): boolean;
  /** Notices that nobody has dismissed, the most serious first, and within a kind the newest. */
  notices(limit: number, environment?: Environment): Notice[];
  /** How many notices nobody has dismissed, by kind and profile. */
  countNotices(): (Pick<Notice, 'kind' | 'profileName'> & {
    readonly environment: Environment;
    readonly count: number;
  })[];
}

export type CommittedPlace = {
  readonly state: Extract<PaymentState, 'queued' | 'sending' | 'unknown'>;
  readonly paymentId: number;
};

/** JSON of the balances, and when they were read. */
type StoredBalances = { readonly asOf: number; readonly json: string };

export type StoredSnapshot = { readonly at: number; readonly amounts: string };

/** One currency at one moment; `amounts` is JSON. */
export type NewSnapshot = {
  readonly currencyCode: string;
  readonly available: string;
  readonly amounts: string;
};

export type SnapshotPlace = {
  readonly profileNumber: number;
  readonly currencyCode: string;
  readonly at: number;
};

type OptionsQuestion = Pick<StoredPayment, 'keyId' | 'kind' | 'amount' | 'currencyCode'>;

/** JSON of the options; `refusalJson` is the reason if there are none, as an error of the contract. */
export type StoredOptions = {
  readonly at: number;
  readonly optionsJson: string;
  readonly refusalJson: string | null;
};

export type HeldDraft = Pick<StoredBatch, 'batchId' | 'profileName' | 'fileName' | 'rows'> & {
  /** The released batch of the same file. */
  readonly sameFileAs: string | null;
};

export type Trouble = Pick<StoredBatch, 'batchId' | 'profileName' | 'fileName'> & {
  /** The payin or top-up; null: payouts of the batch. */
  readonly payment: Pick<StoredPayment, 'kind' | 'idPayment'> | null;
  readonly state: (typeof troubledStates)[number];
  readonly count: number;
  /** How many more in this state had been dismissed or retried. */
  readonly handled: number;
};

/** `acceptedAt`: when the first of them was accepted. */
export type Unanswered = Omit<Trouble, 'state' | 'handled'> & { readonly acceptedAt: number };

/**
 * The kind of an attention item of a batch; `idPayment`: the payment that a notice is about; `count`: its payments, `upTo`: when they were
 * counted, and how many more had been dismissed or retried then; null: now.
 */
export type DismissedItem = {
  readonly kind: AttentionKind;
  readonly idPayment: string | null;
  readonly count: number;
  readonly upTo: { readonly at: number; readonly handled: number } | null;
};

/** A notice that nobody has dismissed. */
export type Notice = Pick<StoredBatch, 'batchId' | 'profileName' | 'fileName'> & {
  readonly kind: NoticeKind;
  /** The payment concerned; null: the whole batch. */
  readonly payment: Pick<StoredPayment, 'kind' | 'idPayment'> | null;
  readonly at: number;
};
