import type { CurrencyTotal } from '../../../../contract/money/money.ts';
import type { PaymentKind, PayoutRow } from '../../../../contract/payments/payment.ts';
import type { Environment } from '../../../../contract/profile.ts';

/** The payee of a payment, as in its row. */
export type PaidAs = Readonly<Pick<PayoutRow, 'accountName' | 'accountNumber' | 'emailAddress'>>;

/** A payee as the store knows it: the key of `payeeKeyOf`, in one environment. */
export type PayeeKey = { readonly environment: Environment; readonly payee: string };

/** The stored record of a payee that cannot be derived from payments. */
export type DescribePayee = (payee: PayeeKey & PaidAs) => {
  readonly payeeId: string;
  /** Equal for names that are the same. */
  readonly nameKey: string;
  /** The folded text that finds the payee. */
  readonly text: string;
};

/** A name under which a payee was paid or imported. Times are null if it was never paid under it. */
type StoredPayeeName = {
  readonly name: string;
  readonly nameKey: string;
  readonly firstPaidAt: number | null;
  readonly lastPaidAt: number | null;
  readonly payments: number;
};

export type StoredPayee = PayeeKey & {
  readonly payeeNumber: number;
  readonly payeeId: string;
  readonly accountNumber: string;
  readonly emailAddress: string;
  readonly firstPaidAt: number | null;
  readonly lastPaidAt: number | null;
  readonly payments: number;
  readonly totals: CurrencyTotal[];
  /** The latest first. */
  readonly names: StoredPayeeName[];
  readonly record: PayeeRecord | null;
};

/** How somebody verified an account. */
type Verification = { readonly by: string; readonly how: string; readonly note: string | null };

/** People's records about a payee. */
export type PayeeRecord = {
  readonly importedAt: number | null;
  readonly blockedAt: number | null;
  readonly verification: (Verification & { readonly at: number }) | null;
};

/** One change of a payee's record; `detail` is stored with its event. */
export type PayeeChange = PayeeKey &
  PaidAs & {
    readonly payeeId: string;
    readonly change:
      | { readonly kind: 'imported' }
      | { readonly kind: 'blocked' }
      | { readonly kind: 'unblocked' }
      | ({ readonly kind: 'verified' } & Verification);
  };

/** Filters payees: new (first paid since a moment, or never), verified, or blocked. */
export type PayeeListing =
  | { readonly kind: 'new'; readonly since: number }
  | { readonly kind: 'verified' | 'blocked' };

/** A position in a list of payees: the time that orders it, and a number. */
export type PayeePlace = { readonly at: number | null; readonly number: number };

/** One record about a payee. */
export type PayeeEvent = {
  readonly at: number;
  readonly kind: PayeeChange['change']['kind'];
  /** The name under which it was recorded, such as that of the payee whose account was verified; null: an older Bursar kept none. */
  readonly accountName: string | null;
  readonly verification: Verification | null;
};

/** When people first recorded something of one kind about a payee under a name and a notation of its account. */
export type FirstRecorded = {
  /** Null: an older Bursar kept none. */
  readonly accountName: string | null;
  /** Null or empty: it was recorded without an account. */
  readonly accountNumber: string | null;
  readonly at: number;
};

/** A known name and what identifies it: drafts are compared with these. */
export type KnownParty = {
  readonly nameNumber: number;
  readonly payeeNumber: number;
  readonly name: string;
  readonly account: string;
};

/** The core's records about payees. The rules for every method are on Store. */
export interface PayeeStore {
  /**
   * Follows up to `limit` events and enters the payees of payments that were paid since; returns how many events it read. The
   * other methods know only entered payees.
   */
  indexPayees(limit: number, describe: DescribePayee): number;
  /** Changes the records of these payees, with an event for each, in one commit. */
  recordPayees(changes: readonly PayeeChange[], at: number, describe: DescribePayee): void;
  /** How many times payees were changed so since the store was opened. */
  countPayeeChanges(): number;
  findPayee(payeeId: string): StoredPayee | null;
  /**
   * Payees whose names, account or e-mail address contain the folded text, by number, after that one. Reads a bounded number of names,
   * so a page may be short; `next` is not null as long as there may be more. `isShown`: only shown, so that one that cannot be read is
   * left out and reported; otherwise it fails.
   */
  searchPayees(search: {
    readonly isShown: boolean;
    readonly text: string;
    readonly standing: PayeeListing | null;
    readonly environment: Environment | null;
    readonly after: number;
    readonly limit: number;
  }): { readonly payees: StoredPayee[]; readonly next: number | null };
  /** Payees ordered by a time, latest first; those without that time last. A page may be short if `next` is not null. `isShown` as above. */
  listPayees(list: {
    readonly isShown: boolean;
    readonly by: 'lastPaid' | PayeeListing;
    readonly environment: Environment | null;
    readonly after: PayeePlace | null;
    readonly limit: number;
  }): { readonly payees: StoredPayee[]; readonly next: PayeePlace | null };
  /** The last records about a payee, latest first. */
  recordsOf(payee: PayeeKey, limit: number): PayeeEvent[];
  /** Of all records of one kind about a payee since a moment, the first under each name and notation. The name that was recorded last comes first. */
  firstRecorded(payee: PayeeKey, kind: PayeeEvent['kind'], since: number): FirstRecorded[];
  /** Payees that have a name with this key, the last paid first. */
  payeesNamed(environment: Environment, nameKey: string, limit: number): StoredPayee[];
  /** Known names and accounts after that one, in pages. */
  knownParties(environment: Environment, after: number, limit: number): KnownParty[];
  payeesOfNumbers(payeeNumbers: readonly number[]): StoredPayee[];
  /** Payments to a payee that were released, the newest first. */
  paymentsToPayee(payee: PayeeKey & { readonly payeeHash: number }, limit: number): number[];
  /** What was paid to each of these payees; those never paid may be left out. */
  paidTotals(
    environment: Environment,
    payees: readonly string[],
  ): { readonly payee: string; readonly totals: readonly CurrencyTotal[] }[];
  /**
   * The amounts of released payouts in a currency that `paidTotals` of these payees do not have: those that are not paid yet and may be,
   * and all to other payees with the same hash, which have their account in another spelling.
   */
  amountsBesideTotals(
    environment: Environment,
    payees: readonly { readonly payee: string; readonly payeeHash: number }[],
    currencyCode: string,
  ): { readonly payee: string; readonly amount: string }[];
  /** Empties the derived data and enters every payee with a record; `indexPayees` does the rest. */
  resetPayees(describe: DescribePayee): void;
  /** The payees of an environment that are blocked, or verified: their IDs and keys. */
  payeesThatAre(
    environment: Environment,
    what: 'blocked' | 'verified',
  ): { readonly payeeId: string; readonly payee: string }[];
  /** Rows of a batch, queued or draft, whose payee is blocked (see BlockedPayees). */
  blockedRows(batchId: string, limit: number): BlockedRow[];
  /** Whether the payee of a payout is blocked; never that of a payin or top-up. */
  isPayeeBlocked(payment: PaidAs & { readonly paymentId: number; readonly kind: PaymentKind }): boolean;
}

/** A row whose payee is blocked, and the name and account that it pays. */
export type BlockedRow = {
  readonly rowNumber: number;
  readonly payeeId: string;
  readonly name: string;
  readonly account: string;
};
