import type { PaymentProblem } from '../../../../contract/payments/problem.ts';
import type { Cause, OtherPayment } from '../../../../contract/payments/cause.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { EventRecord, PaymentState } from '../../../../contract/payments/payment.ts';
import type { NoticeKind } from '../../../../contract/treasury/attention.ts';
import type { PaymentDetail } from '../gateway.ts';
import type { IncomingReading } from './receiving-store.ts';
import type { PaymentHashes } from './batch-store.ts';
import type { RowContent, StoredPayment } from './stored-payment.ts';

/** Payments: intents to send, the gateway's answers, and what is due. The rules for every method are on Store. */
export interface PaymentStore {
  /**
   * Takes up to `limit` queued payments of these batches, without paused ones, oldest first, and commits the intent to send each:
   * body bytes (made by `encode` if there are none yet) and their hash, a new attempt, state `sending` (invariants I1 and I2).
   * `gatewayAt` is the time by the gateway's clock, if known. If `mayClaim` refuses a payment, neither it nor any later one
   * of its batch is taken.
   */
  claimQueued(
    batchIds: readonly string[],
    limit: number,
    at: number,
    encode: Encode,
    gatewayAt?: number | null,
    mayClaim?: (payment: StoredPayment) => boolean,
  ): Intent[];
  /** Whether any payment of these batches is queued, without paused ones. */
  hasQueued(batchIds: readonly string[]): boolean;
  /**
   * Commits the intent to send the same bytes of one `unknown` payment under the same order ID again (invariant I2); null if it is
   * no longer unknown, its batch is paused, another payment covers its row, or what it repeats came back.
   */
  claimUnknown(paymentId: number, at: number, encode: Encode, gatewayAt?: number | null): Intent | null;
  /** Records findings, each change of state checked against the state it starts from; a stale one is dropped. */
  record(findings: readonly Finding[], at: number): void;
  /** Turns up to `limit` payments (of these batches) left in `sending` by an earlier run into `unknown`, due at once; returns how many. */
  interruptSending(limit: number, at: number, batchIds?: readonly string[] | null): number;

  /** Payments of these batches that are due to be polled, the longest due first. */
  duePayments(
    batchIds: readonly string[],
    now: number,
    limit: number,
    except: ReadonlySet<number>,
  ): StoredPayment[];
  /** When the next payment in `awaited`, `accepted` or `unknown` of these batches is due; null if none waits. */
  nextDueAt(batchIds: readonly string[], except: ReadonlySet<number>): number | null;
  /** When the next failed payment in this environment (null: in any) becomes due to be polled again after this time; null if none does. */
  nextRecheckAt(environment: Environment | null, after: number): number | null;
  /** Makes payments due now that are due later than any wait allows: the clock was set since. */
  pullDueTimes(
    batchIds: readonly string[],
    now: number,
    longest: Readonly<Record<'pollMs' | 'awaitedMs' | 'recheckMs', number>>,
  ): void;

  /** Of these order IDs, those that payouts of this profile have, except in drafts that were discarded and never sent. */
  usedOrderIds(keyId: string, idPayments: readonly string[]): string[];
  /** Of these order IDs, those that only a discarded draft has; another payout may replace it. */
  discardedOrderIds(
    keyId: string,
    idPayments: readonly string[],
  ): { readonly idPayment: string; readonly batchId: string }[];
  /** Every order ID that came from the file of this batch and belongs to this chunk of token scopes. */
  orderIdsOfChunk(batchId: string, tokenChunk: number): string[];
  /** Payments of a batch with a problem, by row number. */
  problemPayments(batchId: string, limit: number): StoredPayment[];
  /** Rows of one batch by row number, after this one. */
  rowsOfBatch(batchId: string, afterRowNumber: number, limit: number): StoredPayment[];
  /** The same rows without their progress, which takes less than half of the time to read. */
  contentOfBatch(batchId: string, afterRowNumber: number, limit: number): RowContent[];
  /** Those of these payments that still exist, in this order: the rows of a deleted draft are gone. */
  paymentsOf(paymentIds: readonly number[]): StoredPayment[];
  /** The same for what is only shown: one that cannot be read is left out and reported. */
  readablePaymentsOf(paymentIds: readonly number[]): StoredPayment[];
  /** Those of these payments that ended unpaid while their row may be paid, unordered: failed, ended by a person, or retried elsewhere. */
  doubtfulAmong(paymentIds: readonly number[]): Pick<StoredPayment, 'paymentId' | 'gatewayStatus'>[];
  /** Those of these payments that another payout of their profile retries, drafts included, unordered. */
  retriedAmong(paymentIds: readonly number[]): number[];
  /** Amount and currency of those of these payments that still exist, unordered. */
  moneyOf(paymentIds: readonly number[]): PaymentMoney[];
  /** The payout with that order ID; the newest of several profiles, if none is named. */
  findPayment(idPayment: string, profileName?: string): StoredPayment | null;
  /** The payments with that order ID in the profile of this key ID: at most one of each kind. */
  paymentsNamed(keyId: string, idPayment: string): StoredPayment[];
  /**
   * The payout that this one repeats (as a duplicate, docs/decisions/0005), which had failed or been rejected when a person last had this
   * one sent, and came back since; null if there is none.
   */
  findRevivedRepeat(payment: Pick<StoredPayment, 'kind' | 'paymentId'>): OtherPayment | null;
  /** Whether any payout that had ended unpaid came back or got another status since a person last had this payment sent. */
  isEndedChangedSince(payment: Pick<StoredPayment, 'paymentId'>): boolean;
  /**
   * Whether the gateway reports another status of a payout that ended unpaid than when a person last had this payment sent, who saw that
   * one; false where the log does not say, as in an older Bursar.
   */
  hasOtherStatus(payment: Pick<StoredPayment, 'paymentId'>, endedId: number): boolean;
  /**
   * The payouts that this one repeats, which had ended unpaid when a person last had this one sent, and may be paid: those that failed, while
   * the gateway is still asked about them, those that a person marked as not accepted, and those that were rejected before a backup was
   * restored: the replaced records may have known that the gateway had it after all. For a payout in doubt also any other that was rejected.
   */
  doubtfulRepeatsOf(
    payment: Pick<StoredPayment, 'kind' | 'paymentId' | 'state'>,
    query: DoubtfulRepeats,
  ): number[];
  /**
   * A page of the payouts in this state after this one, in all profiles beside this one, that ended unpaid and may be paid, as for
   * `doubtfulRepeatsOf`.
   */
  doubtfulPayouts(
    keyId: string,
    page: {
      readonly decidedSince: number;
      readonly state: 'failed' | 'rejected';
      readonly after: number;
      readonly limit: number;
    },
  ): { payouts: DoubtfulPayout[]; next: number | null };
  /** Every payment for the same row, including itself: those that it retries, and those that retry it, however often. */
  familyOf(keyId: string, idPayment: string): FamilyMember[];
  eventsOf(paymentId: number): StoredEvent[];
  attemptsOf(paymentId: number): StoredAttempt[];
}

/** What a person decided, or the gateway refused, before `decidedSince` no longer counts. `found` keeps what was found, for rows that equal this one. */
export type DoubtfulRepeats = {
  readonly decidedSince: number;
  readonly found: Map<string, readonly number[]>;
};

/** A payout, and the hashes that rows are compared by. */
export type DoubtfulPayout = PaymentHashes & { readonly paymentId: number };

type PaymentMoney = Pick<StoredPayment, 'amount' | 'currencyCode' | 'state' | 'fee' | 'environment'>;

export type Encode = (payment: StoredPayment) => Uint8Array;

/** A committed intent to send: exactly these bytes under exactly this order ID. */
export type Intent = {
  readonly payment: StoredPayment;
  readonly attemptNumber: number;
  /** Whether no request with this order ID can have left before: only then does a refusal reject it. */
  readonly isFirst: boolean;
  readonly body: Uint8Array;
};

/**
 * A finding about one payment. With `to` equal to `from` only the schedule (and status, fee, problem) changes,
 * and an event is written only if one of these changes; a final state clears `dueAt`.
 */
export type Finding = {
  readonly paymentId: number;
  readonly from: PaymentState;
  readonly to: PaymentState;
  readonly cause: Cause;
  /** The gateway's raw answer; stored with the event. */
  readonly detail: string | null;
  readonly gatewayStatus?: string | null;
  readonly fee?: ReportedMoney | null;
  readonly problem: PaymentProblem | null;
  readonly dueAt: number | null;
  readonly polls: number;
  /** What the gateway reported about times and test mode, unchanged. */
  readonly reported?: Pick<PaymentDetail, 'createdAt' | 'processedAt' | 'isTest'>;
  /** Something that a person must know besides the state. */
  readonly notice?: NoticeKind;
  /** The gateway's response about a payin or top-up, stored to be shown offline. */
  readonly reading?: IncomingReading;
  /** Closes this attempt with the answer's status and raw text. */
  readonly attempt?: {
    readonly number: number;
    readonly status: number | null;
    readonly answer: string | null;
  };
};

/** A payment for the same row, with its state. */
export type FamilyMember = Pick<
  StoredPayment,
  'paymentId' | 'idPayment' | 'batchId' | 'retryOf' | 'state'
> & {
  /** Whether it is paid, and the gateway has reported nothing else since. */
  readonly isPaid: boolean;
};

export type StoredEvent = Omit<EventRecord, 'at' | 'cause'> & { readonly at: number };

export type StoredAttempt = {
  readonly number: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly body: Uint8Array;
  readonly status: number | null;
  readonly answer: string | null;
};
