import type { CurrencyTotal } from '../../../../contract/money/money.ts';
import type { Environment } from '../../../../contract/profile.ts';

/** Whom a payment pays, as it stands in its row. */
export type PaidAs = {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly emailAddress: string;
};

/** A payee as the store knows it: the key of `payeeKeyOf`, in one environment. */
export type PayeeKey = { readonly environment: Environment; readonly payee: string };

/** What the store writes down of a payee, and cannot say by itself. */
export type DescribePayee = (payee: PayeeKey & PaidAs) => {
  readonly payeeId: string;
  /** Equal for names that are the same. */
  readonly nameKey: string;
  /** What the payee is found by, folded. */
  readonly text: string;
};

/** A name under which a payee was paid or imported. Times are null where it was never paid under it. */
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

/** What people said of a payee. */
export type PayeeRecord = {
  readonly importedAt: number | null;
  readonly blockedAt: number | null;
  readonly verification: {
    readonly at: number;
    readonly by: string;
    readonly how: string;
    readonly note: string | null;
  } | null;
};

/** One change of what is recorded of a payee; `detail` is kept with its event. */
export type PayeeChange = PayeeKey &
  PaidAs & {
    readonly payeeId: string;
    readonly change:
      | { readonly kind: 'imported' }
      | { readonly kind: 'blocked' }
      | { readonly kind: 'unblocked' }
      | {
          readonly kind: 'verified';
          readonly by: string;
          readonly how: string;
          readonly note: string | null;
        };
  };

/** Payees that are new, first paid since a moment or never, or verified, or blocked. */
export type PayeeListing =
  | { readonly kind: 'new'; readonly since: number }
  | { readonly kind: 'verified' | 'blocked' };

/** A place in a list of payees: the time that it is ordered by, and a number. */
export type PayeePlace = { readonly at: number | null; readonly number: number };

/** One thing that was recorded of a payee. */
export type PayeeEvent = {
  readonly at: number;
  readonly kind: PayeeChange['change']['kind'];
  /** With the name of the payee whose account was verified. */
  readonly verification: {
    readonly accountName: string;
    readonly by: string;
    readonly how: string;
    readonly note: string | null;
  } | null;
};

/** A known name and what it is paid by: what drafts are compared with. */
export type KnownParty = {
  readonly nameNumber: number;
  readonly payeeNumber: number;
  readonly name: string;
  readonly account: string;
};

/** What the core keeps of payees. See Store for what holds of every method. */
export interface PayeeStore {
  /**
   * Follows the events: enters the payees of payments that were paid since, of up to `limit` events; gives how many it looked at. The
   * other methods know what was entered.
   */
  indexPayees(limit: number, describe: DescribePayee): number;
  /** Changes what is recorded of these payees, with an event for each, in one commit. */
  recordPayees(changes: readonly PayeeChange[], at: number, describe: DescribePayee): void;
  findPayee(payeeId: string): StoredPayee | null;
  /**
   * Payees whose names, account or e-mail address contain the folded text, by number, after that one. Looks at a bounded number of names,
   * so that a page may be short, and `next` is not null as long as there may be more.
   */
  searchPayees(search: {
    readonly text: string;
    readonly standing: PayeeListing | null;
    readonly environment: Environment | null;
    readonly after: number;
    readonly limit: number;
  }): { readonly payees: StoredPayee[]; readonly next: number | null };
  /** Payees in an order of time, the latest first; those with no such time last. A page may be short where `next` is not null. */
  listPayees(list: {
    readonly by: 'lastPaid' | PayeeListing;
    readonly environment: Environment | null;
    readonly after: PayeePlace | null;
    readonly limit: number;
  }): { readonly payees: StoredPayee[]; readonly next: PayeePlace | null };
  /** Everything that was recorded of a payee, the latest first. */
  recordsOf(payee: PayeeKey, limit: number): PayeeEvent[];
  /** Payees that have a name with this key, the last paid first. */
  payeesNamed(environment: Environment, nameKey: string, limit: number): StoredPayee[];
  /** Known names and accounts after that one, in pages. */
  knownParties(environment: Environment, after: number, limit: number): KnownParty[];
  payeesOfNumbers(payeeNumbers: readonly number[]): StoredPayee[];
  /** Payments to a payee that were released, the newest first. */
  paymentsToPayee(payee: PayeeKey & { readonly payeeHash: number }, limit: number): number[];
  /** Empties what is derived and enters everyone of whom something is recorded; `indexPayees` does the rest. */
  resetPayees(describe: DescribePayee): void;
  /** The payees of an environment that are blocked, or verified: their IDs and keys. */
  payeesThatAre(
    environment: Environment,
    what: 'blocked' | 'verified',
  ): { readonly payeeId: string; readonly payee: string }[];
  /** Rows of a batch, queued or draft, whose payee is blocked (see BlockedPayees). */
  blockedRows(batchId: string, limit: number): BlockedRow[];
}

/** A row whose payee is blocked, and the name and account that it pays. */
export type BlockedRow = {
  readonly rowNumber: number;
  readonly payeeId: string;
  readonly name: string;
  readonly account: string;
};
