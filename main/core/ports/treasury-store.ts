import type { PaymentKind, PaymentState } from '../../../contract/payments/payment.ts';

/** What the core keeps of settings, balances, options and what a person has seen. See Store for what holds of every method. */
export interface TreasuryStore {
  /** The JSON text kept under this name; null where nothing is. */
  readSetting(name: string): string | null;
  writeSetting(name: string, json: string): void;

  /** Changes name, callback address and address of the payment page. Batches keep the address that they were made with. */
  editProfile(
    name: string,
    change: {
      readonly newName: string;
      readonly callbackUrl: string;
      readonly paymentPageUrl: string | null;
      readonly at: number;
    },
  ): 'edited' | 'notFound' | 'nameTaken';
  /** Signs with this key from now on, which is spare no longer; the one before it is. */
  setSigningKey(
    keyId: string,
    key: { readonly signingKeyId: string; readonly hasStoredKey: boolean; readonly at: number },
  ): void;
  /** Names a key of the keychain that no profile signs with, so that it can be removed later whatever happens in between. */
  addSpareKey(signingKeyId: string): void;
  spareKeys(): string[];
  forgetSpareKey(signingKeyId: string): void;

  /** What the gateway said last of this profile, as it was kept; null where it was never asked. */
  latestBalances(keyId: string): KeptBalances | null;
  /**
   * Keeps what the gateway said last, and of each snapshot those whose amounts differ from the one before, or that come at
   * least `quietMs` after it.
   */
  keepBalances(
    keyId: string,
    kept: KeptBalances,
    snapshots: { readonly at: number; readonly quietMs: number; readonly list: readonly NewSnapshot[] },
  ): void;
  /** Currencies of which this profile has snapshots. */
  snapshotCurrencies(keyId: string): string[];
  /** The last snapshot in each of so many equal parts of the time from the first one at or after `since` up to `until`, oldest first. */
  snapshotsBetween(
    keyId: string,
    currencyCode: string,
    time: { readonly since: number; readonly until: number; readonly parts: number },
  ): { at: number; available: string }[];
  /**
   * Looks at up to `limit` snapshots after this place and removes those that a later one of the same stretch of time makes
   * needless; `stretchMs` gives the stretch for the age of a snapshot, 0: keep it. `next` is null at the end.
   */
  thinSnapshots(
    after: SnapshotPlace | null,
    limit: number,
    plan: { readonly now: number; readonly stretchMs: (ageMs: number) => number },
  ): { next: SnapshotPlace | null };

  /** The last answer about options for this money, whatever its age; the amount is written in its shortest form. */
  findOptions(question: OptionsQuestion): KeptOptions | null;
  keepOptions(question: OptionsQuestion, answer: KeptOptions): void;
  /** Removes up to `limit` answers from before this moment; gives how many. */
  forgetOptions(before: number, limit: number): number;

  /** How many rows of a draft the last check for duplicates held. */
  noteHeld(batchId: string, rows: number): void;
  /** Drafts that a check has held rows of, or whose file was released before, newest first. */
  heldDrafts(limit: number): HeldDraft[];
  /** Batches with payments that need a person and that nobody has dealt with, newest first, `before` being the last one seen. */
  troubles(page: { readonly before: number | null; readonly limit: number }): {
    troubles: Trouble[];
    next: number | null;
  };
  /** Of the unknown payments of a batch, up to `limit` looked at: how many became so before this moment, and how many wait for a person. */
  countUnknown(
    batchId: string,
    look: { readonly before: number; readonly personCode: string; readonly limit: number },
  ): { looked: number; old: number; forAPerson: number };
  /** Takes what failed, was rejected or conflicts in a batch as seen, up to now. */
  dismiss(batchId: string, at: number): void;
}

/** JSON of the balances, and when they were read. */
export type KeptBalances = { readonly asOf: number; readonly json: string };

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

export type OptionsQuestion = {
  readonly keyId: string;
  readonly kind: PaymentKind;
  readonly amount: string;
  readonly currencyCode: string;
};

/** JSON of the options; `refusalJson` is why there is none, as an error of the contract. */
export type KeptOptions = {
  readonly at: number;
  readonly optionsJson: string;
  readonly refusalJson: string | null;
};

export type HeldDraft = {
  readonly batchId: string;
  readonly profileName: string;
  readonly fileName: string;
  readonly rows: number;
  /** The released batch of the same file. */
  readonly sameFileAs: string | null;
};

export type Trouble = {
  readonly batchId: string;
  readonly profileName: string;
  readonly fileName: string;
  readonly state: Extract<PaymentState, 'unknown' | 'conflict' | 'outside' | 'rejected' | 'failed'>;
  readonly count: number;
};
