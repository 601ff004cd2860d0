import type { KnownKey } from '../../../../contract/payments/cause.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import type { FileSource, RowSource } from '../../../../contract/batches/source.ts';
import type { BatchState, ReleaseSummary } from '../../../../contract/batches/batch.ts';
import type {
  DuplicateConfirmation,
  DuplicateKind,
  DuplicateLevel,
} from '../../../../contract/batches/duplicates.ts';
import type { CurrencyTotal } from '../../../../contract/money/money.ts';
import type { PaymentKind, PaymentState, PayoutRow } from '../../../../contract/payments/payment.ts';
import type { Actor } from '../../../../contract/actor.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { SettingChange } from './settings-store.ts';

/** Up to `limit` rows of a batch after this one; gaps of removed rows count. */
export type RowPage = { readonly afterRowNumber: number; readonly limit: number };

/** Batches: import, duplicates, release, pause and cancel. The rules for every method are on Store. */
export interface BatchStore {
  /** Begins a batch in state `importing`; it is invisible until finished, and disappears if it is never finished. */
  beginBatch(batch: NewBatch): void;
  /**
   * Adds rows to a batch that is being imported; row numbers rise from call to call. An order ID that this profile has used
   * already throws `orderIdUsed`, and none of these rows is added (invariant I2).
   */
  addRows(batchId: string, rows: readonly NewRow[]): void;
  /** Makes the batch a draft and appends its `imported` event. */
  finishBatch(batchId: string, finished: { rowsHash: string; totals: CurrencyTotal[]; at: number }): void;
  /**
   * Deletes a draft or an unfinished import, as if it had never been imported: the first call hides it, each call deletes up to `limit` of its
   * rows and so frees their order IDs, and the last one deletes the batch. Returns how many rows; null if the draft is unknown.
   */
  takeBackDraft(
    batchId: string,
    limit: number,
    at: number,
    options?: { isDiscarded: boolean },
  ): number | null;

  /** A batch of payouts. */
  findBatch(batchId: string): StoredBatch | null;
  /** A batch of payouts, or a payin or top-up. */
  findAnyBatch(batchId: string): StoredBatch | null;
  /** Batches of payouts, newest first, `after` being the batchId of the last one seen. */
  listBatches(page: { after: string | null; limit: number }): StoredBatch[];
  /** Batches of this file in this profile, newest first, without imports and cancelled ones. */
  batchesOfFile(keyId: string, fileHash: string): StoredBatch[];
  /** As `batchesOfFile`, of those with these rows. */
  batchesOfContent(keyId: string, contentHash: string): StoredBatch[];
  /** As `batchesOfFile`, of those whose rows came in a message of this ID. */
  batchesOfMessage(keyId: string, messageId: string): StoredBatch[];
  /** Batches with payouts that are not yet in a final state, oldest first, without drafts. */
  unfinishedBatches(): StoredBatch[];
  /**
   * Released batches of any kind that can continue without a person, now or at a known time, oldest first. A batch with failed payments
   * to be rechecked is included once that is due.
   */
  batchesWithWork(now: number): WorkingBatch[];
  countByState(batchId: string): Partial<Record<PaymentState, number>>;

  /**
   * Computes the keys of up to `limit` payouts from before keys were stored, or whose account an older Bursar distinguished by
   * notation; returns how many it processed. Duplicates and first-time payees are complete only once it returns fewer.
   */
  catchUpKeys(limit: number, keysOf: KeysOf): number;
  /**
   * Rows of this draft after that one, each with the released payouts of its environment that it may repeat. Reads at most
   * `limit` rows; `next` is null at the end. Rows of a `releasing` batch that are not queued yet are not compared: queue
   * them first. If `sinceMs` is null they are compared with none.
   */
  compareRows(
    batchId: string,
    sinceMs: number | null,
    page: RowPage,
  ): { rows: ComparedRow[]; next: number | null };
  /** Compares rows that are in no draft, in the same way; `paymentId` is the index in `rows`, from 0. */
  compareGiven(keyId: string, sinceMs: number, rows: readonly GivenRow[]): ComparedRow[];
  /** The payees of up to `limit` rows of a batch after this one, by their hashes; `next` is null at the end. See `catchUpKeys`. */
  payeeHashes(batchId: string, page: RowPage): { rows: HashedPayee[]; next: number | null };
  /**
   * Reads up to `limit` rows of a batch after this one; returns those whose payee no payment of the same profile has paid.
   * `next` is null at the end. See `catchUpKeys`.
   */
  firstTimePayees(batchId: string, page: RowPage): { rows: FirstTimePayee[]; next: number | null };

  /**
   * How many batches of payouts were ever released in the environment of this profile, and how many payouts that had ended unpaid came back
   * since the store was opened: either may pay what a draft pays. It never decreases, so that what happens in between is noticed.
   */
  countReleases(keyId: string): number;
  /** How many times a batch of exactly these rows was released. */
  releasesOfContent(keyId: string, contentHash: string): number;
  /**
   * Draft to `releasing`, once and only for this hash (invariants I3 and I4); appends the batch's `released` event, whose detail is
   * the hash or, where a person confirmed duplicates, JSON: `{ rowsHash, confirmed: ConfirmedDuplicates }`. `overtaken` when
   * `countReleases` is no longer `releasesSeen`; null: whatever it is. `unscheduled` if it was to be released
   * by its schedule for this moment and no longer has that schedule. The release ends the schedule.
   */
  releaseBatch(
    batchId: string,
    release: {
      rowsHash: string;
      releasesSeen: number | null;
      confirmed?: ConfirmedDuplicates | null;
      /** The keys whose approvals counted, for the event; null if none was needed. */
      approvedBy?: readonly KnownKey[] | null;
      scheduledFor?: number | null;
      /** The gateway's time, for the event; null if it is not known. */
      gatewayAt?: number | null;
      /** For how long before it the gateway was asked about what its rows retry or repeat, for the event; 0 if nothing was asked. */
      askedForMs?: number;
      /** Settings that change with the release. */
      settings?: readonly SettingChange[];
      at: number;
    },
  ): 'released' | 'notFound' | 'notDraft' | 'changed' | 'overtaken' | 'unscheduled';
  /** Records that a person confirmed the release of a draft for later, for exactly these rows (invariant I4); replaces an earlier schedule. */
  scheduleRelease(
    batchId: string,
    schedule: ConfirmedSchedule & { readonly scheduledFor: number; readonly at: number },
  ): 'scheduled' | 'notFound' | 'notDraft' | 'changed';
  /** Ends the schedule of a draft; false if it has none. */
  unschedule(batchId: string, at: number): boolean;
  /** Records why a scheduled release waits for a person; does nothing if the batch has no schedule for this moment. */
  holdSchedule(batchId: string, scheduledFor: number, error: ErrorCode, at: number): void;
  /** Drafts with a schedule, the earliest first. */
  schedules(): StoredSchedule[];
  /** Schedules that ended because the rows of their draft changed, newest first, until dismissed or the file is scheduled or released again. */
  lostSchedules(limit: number): LostSchedule[];
  /** All of them, or those of one environment. */
  dismissLostSchedules(seen: readonly Omit<LostSchedule, 'environment'>[], environment?: Environment): void;
  /** The hash of the rows that a person released, and when, from the audit log; null if the batch was never released. */
  releaseOf(batchId: string): {
    readonly rowsHash: string;
    readonly at: number;
    readonly gatewayAt: number | null;
    readonly askedForMs: number;
  } | null;
  /** Moves up to `limit` draft rows of a `releasing` batch to `queued`; at fewer the batch becomes `released`. Returns how many moved. */
  queueRows(batchId: string, limit: number, at: number): number;
  /**
   * Cancels a draft with all its rows, up to `limit` per call, or takes up to `limit` queued rows of a released batch out of
   * the queue; while it is still being released, also rows not yet queued. Returns how many rows.
   */
  cancelRows(batchId: string, limit: number, at: number): number;
  /** Batches whose rows an earlier run left to cancel when it ended. `cancelRows` cancels the rest, before anything is claimed. */
  interruptedCancellations(): InterruptedCancellation[];
  /**
   * Pauses or resumes sending of this batch; false if it is already in that state, or is not a released batch. Payouts that wait to be sent again
   * (`heldBack`) become due at once when it is resumed.
   */
  setPaused(
    batchId: string,
    isPaused: boolean,
    at: number,
    cause?: 'paused' | 'resumed' | 'pausedBySafeguard',
  ): boolean;
  isPaused(batchId: string): boolean;
  /** How many unknown payouts of a paused batch wait for it to be resumed, or for a person to decide. */
  countHeldBack(batchId: string): number;
}

export type NewBatch = Pick<
  StoredBatch,
  'batchId' | 'keyId' | 'fileName' | 'fileHash' | 'contentHash' | 'callbackUrl'
> & {
  /** Absent: null. */
  readonly source?: FileSource | null;
  readonly at: number;
};

export type StoredBatch = {
  readonly batchId: string;
  /** The kind of all its payments; payins and top-ups are batches of one. */
  readonly kind: PaymentKind;
  readonly keyId: string;
  readonly profileName: string;
  readonly environment: Environment;
  readonly fileName: string;
  /** SHA-256 of the file's bytes, hexadecimal; empty for the rows of a sheet. */
  readonly fileHash: string;
  /** Hash of what the rows pay, from which the batch ID is derived (see identity.ts). */
  readonly contentHash: string;
  /** The profile's callback address at the time of import, which stays with the batch. */
  readonly callbackUrl: string;
  readonly state: BatchState;
  readonly rows: number;
  readonly rowsHash: string;
  readonly totals: CurrencyTotal[];
  readonly createdAt: number;
  readonly releasedAt: number | null;
  /** Whether a person has paused its unsent payouts. */
  readonly isPaused: boolean;
  /** When a draft is due to be released; `scheduleError` says why a person has to decide first. */
  readonly scheduledFor: number | null;
  readonly scheduleError: ErrorCode | null;
  /** The sheet that this draft was prepared from. */
  readonly sheetId: string | null;
  /** The message that its rows came in; null for rows of a table. */
  readonly source: FileSource | null;
};

/** What a person confirmed when scheduling a release. */
export type ConfirmedSchedule = {
  readonly rowsHash: string;
  readonly confirmed: DuplicateConfirmation | null;
  readonly payouts: readonly {
    readonly paymentMethodCode: string;
    readonly currencyCode: string;
    readonly amount: string;
    readonly count: number;
  }[];
  /** The statuses of the payouts that it retries, as they were shown; none where an older version scheduled it. */
  readonly retried: ReleaseSummary['retried'];
};

export type StoredSchedule = Pick<
  StoredBatch,
  'batchId' | 'keyId' | 'profileName' | 'environment' | 'fileName'
> & {
  readonly scheduledFor: number;
  /** Why it waits for a person; null if it does not. */
  readonly error: ErrorCode | null;
  /** From the event of the schedule; null (with the error `rowsTampered`) if no event agrees. */
  readonly confirmation: ConfirmedSchedule | null;
};

type LostSchedule = Pick<StoredBatch, 'profileName' | 'environment' | 'fileName'> & {
  readonly scheduledFor: number;
};

export type WorkingBatch = Pick<StoredBatch, 'batchId' | 'kind' | 'keyId' | 'environment' | 'state'>;

export type NewRow = PayoutRow & {
  readonly kind: PaymentKind;
  readonly rowNumber: number;
  /** The order ID to use: from the file, or `<batch>-<row number>`. */
  readonly idPayment: string;
  /** 0: the batch's own pattern covers the order ID; 1 and up: the chunk of listed IDs that it belongs to. */
  readonly tokenChunk: number;
  readonly keys: PaymentKeys;
  /** The order ID of the payment that this one retries, if any. */
  readonly retryOf: string | null;
  /** Its IDs in the message that it came in; absent for a row of a table. */
  readonly source?: RowSource | null;
};

/** Keys for comparing payments: the payee in full, the rest as hashes. 0 stands for an empty name or reference. */
export type PaymentKeys = {
  readonly payee: string;
  readonly payeeHash: number;
  readonly moneyHash: number;
  readonly nameHash: number;
  readonly referenceHash: number;
};

/** The hashes among them. */
export type PaymentHashes = Omit<PaymentKeys, 'payee'>;

/** Computes the comparison keys of a payout. */
export type KeysOf = (
  row: Omit<PayoutRow, 'idPayout' | 'paymentMethodCode' | 'paymentOperatorCode'>,
) => PaymentKeys;

/**
 * A row of a draft with the latest released payouts that it may repeat, by their payment IDs. Rejected and cancelled payouts
 * are excluded. Failed ones are included, since the gateway may still pay them, unless the row is a retry of one.
 */
export type ComparedRow = PaymentHashes & {
  readonly paymentId: number;
  readonly rowNumber: number;
  /** Same payee, amount, currency and reference, released in the window and not failed. */
  readonly samePayment: number | null;
  /** Same payee, amount and currency, with any reference and time. */
  readonly sameMoney: number | null;
  /** Whether `sameMoney` has the same reference too. */
  readonly isSameReference: boolean;
  /** Same name, amount and currency, another payee. */
  readonly sameName: number | null;
  /** Same payee and reference, another amount or currency; not searched if the same payment was found. */
  readonly sameReference: number | null;
};

/** A row that is not in a draft yet. */
type GivenRow = {
  readonly rowNumber: number;
  readonly retryOf: string | null;
  readonly keys: PaymentKeys;
};

/** Duplicates that a person confirmed at a release. `rows` lists row numbers as ranges, for instance `1-40,57`. */
export type ConfirmedDuplicates = {
  readonly findingsHash: string;
  readonly sameFileAs: { readonly batchId: string; readonly reason: string } | null;
  readonly rows: readonly {
    readonly level: DuplicateLevel;
    readonly kind: DuplicateKind;
    readonly reason: string;
    readonly rows: string;
  }[];
};

/** The payee of a row, and its name (0: none); see `PaymentKeys`. */
type HashedPayee = Pick<PaymentKeys, 'payeeHash' | 'nameHash'> & { readonly isRetry: boolean };

type FirstTimePayee = {
  readonly rowNumber: number;
  readonly accountName: string;
  readonly accountNumber: string;
};

/** A batch that was being cancelled when the program ended, and by whom, so that the rest is cancelled in the same name. */
export type InterruptedCancellation = { readonly batchId: string; readonly actor: Actor | null };
