import type { BatchState } from '../../../contract/batches/batch.ts';
import type { DuplicateKind, DuplicateLevel } from '../../../contract/batches/duplicates.ts';
import type { CurrencyTotal, ReportedMoney } from '../../../contract/money/money.ts';
import type { PaymentKind, PaymentState, PayoutRow } from '../../../contract/payments/payment.ts';
import type { Authentication, Environment } from '../../../contract/profile.ts';
import type { Result } from '../../../contract/result.ts';
import type { NoticeKind } from '../../../contract/treasury.ts';
import type { AuditStore } from './audit-store.ts';
import type { CallbackStore } from './callback-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { ReferenceStore } from './reference-store.ts';
import type { IncomingReading, IncomingStore } from './incoming-store.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import type { RunningStore } from './running-store.ts';
import type { SheetStore } from './sheet-store.ts';
import type { PaymentProblem, StoredPayment } from './stored-payment.ts';
import type { TreasuryStore } from './treasury-store.ts';

/**
 * What the core keeps, and the only ways to change it. Every method that writes is one transaction, committed
 * and synced before it returns; every change of state appends its event in the same transaction
 * (invariant I6). Times are milliseconds since 1970 UTC. Methods with a `limit` work on at most that many
 * rows, so that no call blocks the process for long; call again until fewer come back.
 */
export interface Store
  extends
    HistoryStore,
    SheetStore,
    TreasuryStore,
    RunningStore,
    IncomingStore,
    ReferenceStore,
    CallbackStore,
    MaintenanceStore,
    AuditStore {
  /**
   * When an earlier process of this data folder may last have sent something; 0 where there was none. What it sent counts towards
   * the rate limit too (invariant I7).
   */
  readonly lastUseAt: number;

  listProfiles(): StoredProfile[];
  findProfile(name: string): StoredProfile | null;
  /** False when the name is taken, or the same merchant at the same address has a profile. A removed one of that merchant comes back with its history. */
  addProfile(profile: NewProfile): boolean;
  /** Whether payouts of it are unfinished, or drafts of it wait. */
  isProfileInUse(name: string): boolean;
  /** False while it is in use. Its history stays. */
  removeProfile(name: string, at: number): boolean;
  setHasStoredKey(keyId: string, hasStoredKey: boolean, at: number): void;

  /** Begins a batch in state `importing`; it is invisible until finished and vanishes if it never is. */
  beginBatch(batch: NewBatch): void;
  addRows(batchId: string, rows: readonly NewRow[]): void;
  /** Makes the batch a draft and appends its `imported` event. */
  finishBatch(batchId: string, finished: { rowsHash: string; totals: CurrencyTotal[]; at: number }): void;
  discardBatch(batchId: string): void;
  /** A batch of payouts. */
  findBatch(batchId: string): StoredBatch | null;
  /** A batch of payouts, or a payin or top-up. */
  findAnyBatch(batchId: string): StoredBatch | null;
  /** Batches of payouts, newest first, `after` being the batchId of the last one seen. */
  listBatches(page: { after: string | null; limit: number }): StoredBatch[];
  /** Batches of this file in this profile, newest first, imports and cancelled ones left out. */
  batchesOfFile(keyId: string, fileHash: string): StoredBatch[];
  /** How many times a batch of exactly these rows was released. */
  releasesOfContent(keyId: string, contentHash: string): number;
  /** Batches with payouts that are not yet in a final state, oldest first, drafts left out. */
  unfinishedBatches(): StoredBatch[];
  /**
   * Released batches of any kind that something can be done for without a person, now or at a known moment, oldest first. One whose
   * failed payments are asked about again belongs to them once that is due.
   */
  batchesWithWork(now: number): WorkingBatch[];
  /** Order IDs among these that this profile has used for payouts already. */
  usedOrderIds(keyId: string, idPayments: readonly string[]): string[];
  /**
   * Computes the keys of up to `limit` payouts from before keys were kept; gives how many it looked at. Duplicates and first-time
   * payees are complete only once it has come to its end.
   */
  catchUpKeys(limit: number, keysOf: (row: PayoutRow) => PaymentKeys): number;
  /**
   * Rows of this draft after that one, each with the released payouts of the same profile that it may repeat. Looks at no more rows
   * than `scanLimit`; `next` is null at the end. Rows of a `releasing` batch that are not queued yet are not compared with: queue
   * them first.
   */
  compareRows(
    batchId: string,
    sinceMs: number,
    page: { afterRowNumber: number; scanLimit: number },
  ): { rows: ComparedRow[]; next: number | null };

  /** How many batches of payouts of this profile were ever released. It never falls, so that a release in between shows. */
  countReleases(keyId: string): number;
  /**
   * Draft to `releasing`, once and only for this hash (invariants I3 and I4); appends the batch's `released` event, whose detail is
   * the hash or, where a person confirmed duplicates, JSON: `{ rowsHash, confirmed: ConfirmedDuplicates }`. `overtaken` when the profile has had another number of releases than `releasesSeen`; null: any number will do.
   */
  releaseBatch(
    batchId: string,
    release: {
      rowsHash: string;
      releasesSeen: number | null;
      confirmed?: ConfirmedDuplicates | null;
      cause: string;
      at: number;
    },
  ): 'released' | 'notFound' | 'notDraft' | 'changed' | 'overtaken';
  /** The hash of the rows that a person released, as the log of events says it; null where the batch was never released. */
  releasedHash(batchId: string): string | null;
  /** Moves up to `limit` draft rows of a `releasing` batch to `queued`; at fewer the batch becomes `released`. Gives how many moved. */
  queueRows(batchId: string, limit: number, at: number): number;
  /** Cancels a draft with all its rows, or takes up to `limit` queued rows of a released batch out of the queue; gives how many rows. */
  cancelRows(batchId: string, limit: number, at: number): number;

  /**
   * Takes up to `limit` queued payments of these batches, paused ones left out, oldest first, and commits the intent to send each:
   * `gatewayAt` is the time by the gateway's clock, where it is known. Body bytes (made by `encode` where there are none yet) and their hash, a new attempt, state `sending` (invariants I1 and I2).
   */
  claimQueued(
    batchIds: readonly string[],
    limit: number,
    at: number,
    encode: Encode,
    gatewayAt?: number | null,
  ): Intent[];
  /** Commits the intent to send the same bytes of one `unknown` payment again; null when it is no longer unknown, its batch is paused, or another payment stands for its row. */
  claimUnknown(paymentId: number, at: number, encode: Encode, gatewayAt?: number | null): Intent | null;
  /** Records what was learned, each change of state checked against the state it starts from; a stale one is left out and named. */
  record(findings: readonly Finding[], at: number): { stale: number[] };
  /** Payments of these batches that are due to be asked about, the longest due first. */
  duePayments(
    batchIds: readonly string[],
    now: number,
    limit: number,
    except: ReadonlySet<number>,
  ): StoredPayment[];
  /** When the next payment in `awaited`, `accepted` or `unknown` of these batches is due; null when none waits. */
  nextDueAt(batchIds: readonly string[], except: ReadonlySet<number>): number | null;
  /** When the next failed payment of any batch is to be asked about again; null when none is. */
  nextRecheckAt(): number | null;
  /** Makes due now what is due further ahead than any wait: the clock was set since. */
  pullDueTimes(
    batchIds: readonly string[],
    now: number,
    longest: { pollMs: number; recheckMs: number },
  ): void;
  /** Turns up to `limit` payments left in `sending` by an earlier run into `unknown`, due at once; gives how many. */
  interruptSending(limit: number, at: number): number;
  /** Every order ID that the file of this batch brought itself and that belongs to this chunk of token scopes. */
  orderIdsOfChunk(batchId: string, tokenChunk: number): string[];

  countByState(batchId: string): Partial<Record<PaymentState, number>>;
  /** Payments of a batch with a problem, by row number. */
  problemPayments(batchId: string, limit: number): StoredPayment[];
  /** Rows of one batch by row number, after this one. */
  rowsOfBatch(batchId: string, afterRowNumber: number, limit: number): StoredPayment[];
  /** Those of these payments that are there, in this order: the rows of a draft that was taken back are gone. */
  paymentsOf(paymentIds: readonly number[]): StoredPayment[];
  /** The payout of that order ID; the newest, where no profile is named. */
  findPayment(idPayment: string, profileName?: string): StoredPayment | null;
  /** Those of that order ID in the profile of this key ID: one of each kind at most. */
  paymentsNamed(keyId: string, idPayment: string): StoredPayment[];
  /** Every payment for the same row: those that it retries, and those that retry it, however often; itself among them. */
  familyOf(keyId: string, idPayment: string): FamilyMember[];
  /** Notes that a person has to look at a batch. */
  addNotice(kind: NoticeKind, batchId: string, at: number): void;
  /** Notices that nobody has dismissed, the newest first. */
  notices(limit: number): Notice[];
  eventsOf(paymentId: number): StoredEvent[];
  attemptsOf(paymentId: number): StoredAttempt[];

  /** Free text about what the store stands on, for `doctor`: SQLite version, pragmas, file size, quick check. */
  examine(): { name: string; isFine: boolean; found: string }[];
  /** Copies the database while it is in use, checks the copy, and renames it into place; refuses an existing file. */
  backup(path: string): Promise<Result<{ path: string; bytes: number }>>;
  close(): void;
}

export type Encode = (payment: StoredPayment) => Uint8Array;

export type NewProfile = {
  readonly keyId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly merchantCode: string;
  readonly callbackUrl: string;
  readonly paymentPageUrl: string | null;
  readonly authentication: Authentication;
  readonly hasStoredKey: boolean;
  readonly at: number;
};
/** `keyId` names the profile in the store for good, `signingKeyId` the key that signs for it now. */
export type StoredProfile = Omit<NewProfile, 'at'> & {
  readonly signingKeyId: string;
  readonly createdAt: number;
};

export type NewBatch = {
  readonly batchId: string;
  readonly keyId: string;
  readonly fileName: string;
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly fileHash: string;
  /** Hash of the rows as they pay, from which the batch ID follows (see identity.ts). */
  readonly contentHash: string;
  /** The profile's callback address at the time of import, bound to the batch from then on. */
  readonly callbackUrl: string;
  readonly at: number;
};

export type StoredBatch = {
  readonly batchId: string;
  /** What all payments of it are; payins and top-ups are batches of one. */
  readonly kind: PaymentKind;
  readonly keyId: string;
  readonly profileName: string;
  readonly environment: Environment;
  readonly fileName: string;
  readonly fileHash: string;
  readonly callbackUrl: string;
  readonly state: BatchState;
  readonly rows: number;
  readonly rowsHash: string;
  readonly totals: CurrencyTotal[];
  readonly createdAt: number;
  readonly releasedAt: number | null;
  /** Whether a person holds back what is not sent yet. */
  readonly isPaused: boolean;
  /** The sheet that this draft was prepared from. */
  readonly sheetId: string | null;
};

export type WorkingBatch = Pick<StoredBatch, 'batchId' | 'kind' | 'keyId' | 'environment' | 'state'>;

export type NewRow = PayoutRow & {
  readonly kind: PaymentKind;
  readonly rowNumber: number;
  /** The order ID to be used: the file's own or `<batch>-<row number>`. */
  readonly idPayment: string;
  /** 0: the batch's own pattern covers the order ID; 1 and up: the chunk of listed ones that it belongs to. */
  readonly tokenChunk: number;
  readonly keys: PaymentKeys;
  /** The order ID of the payment that this one repairs, if any. */
  readonly retryOf: string | null;
};

/** A committed intent to send: exactly these bytes under exactly this order ID. */
export type Intent = {
  readonly payment: StoredPayment;
  readonly attemptNumber: number;
  /** Whether no request of this order ID can have left before: only then does a refusal reject it. */
  readonly isFirst: boolean;
  readonly body: Uint8Array;
};

/**
 * What was learned of one payment. With `to` equal to `from` nothing but the schedule (and status, fee, problem) changes,
 * and an event is written only where one of these is another than before; a final state clears `dueAt`.
 */
export type Finding = {
  readonly paymentId: number;
  readonly from: PaymentState;
  readonly to: PaymentState;
  /** Why, in a word or two for programs and people, for instance `answer 201`, `no answer`, `restart`, `a person decided`. */
  readonly cause: string;
  /** The gateway's raw answer or a person's words; kept with the event. */
  readonly detail: string | null;
  readonly gatewayStatus?: string | null;
  readonly fee?: ReportedMoney | null;
  readonly problem: PaymentProblem | null;
  readonly dueAt: number | null;
  readonly polls: number;
  /** What the gateway said of times and test, kept as it came. */
  readonly reported?: {
    readonly createdAt: string | null;
    readonly processedAt: string | null;
    readonly isTest: boolean | null;
  };
  /** Something that a person has to be told beside the state. */
  readonly notice?: NoticeKind;
  /** What the gateway said of a payin or top-up, kept to be shown with no network. */
  readonly reading?: IncomingReading;
  /** Closes this attempt with the answer's status and raw text. */
  readonly attempt?: {
    readonly number: number;
    readonly status: number | null;
    readonly answer: string | null;
  };
};

/** A notice that nobody has dismissed. */
export type Notice = {
  readonly kind: NoticeKind;
  readonly batchId: string;
  readonly profileName: string;
  readonly fileName: string;
  /** The payment concerned; null: the whole batch. */
  readonly payment: Pick<StoredPayment, 'kind' | 'idPayment'> | null;
  readonly at: number;
};

/** A payment for the same row as another, with its state. */
export type FamilyMember = {
  readonly paymentId: number;
  readonly idPayment: string;
  readonly batchId: string;
  readonly retryOf: string | null;
  readonly state: PaymentState;
};

/** What a payment is compared by with others: the payee in full, the rest as hashes. 0 stands for an empty name or reference. */
export type PaymentKeys = {
  readonly payee: string;
  readonly payeeHash: number;
  readonly moneyHash: number;
  readonly nameHash: number;
  readonly referenceHash: number;
};

/**
 * A row of a draft with the latest released payouts that it may repeat, by their payment IDs. Those that were rejected or cancelled
 * are not among them. One that failed is, since the gateway may still pay it, unless the row is a retry of it.
 */
export type ComparedRow = Omit<PaymentKeys, 'payee'> & {
  readonly paymentId: number;
  readonly rowNumber: number;
  readonly hasOwnId: boolean;
  /** Same payee, money and reference, released in the window and not failed. */
  readonly samePayment: number | null;
  /** Same payee and money, whatever the reference and the time. */
  readonly sameMoney: number | null;
  /** Whether `sameMoney` has the same reference too. */
  readonly isSameReference: boolean;
  /** Same name and money, another payee. */
  readonly sameName: number | null;
  /** Same payee and reference, other money; not looked for where the same payment was found. */
  readonly sameReference: number | null;
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

export type StoredEvent = {
  readonly sequence: number;
  readonly at: number;
  readonly from: PaymentState | null;
  readonly to: PaymentState | null;
  readonly cause: string;
  readonly detail: string | null;
};

export type StoredAttempt = {
  readonly number: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly body: Uint8Array;
  readonly status: number | null;
  readonly answer: string | null;
};
