import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { UnknownExports } from '../../../../contract/treasury/books.ts';
import type { FlowPayment } from './flow-store.ts';

/** Which payments are in which export of the books. The rules for every method are on Store. */
export interface BookStore {
  /** Begins an export of these days (since 1970, in UTC), inclusive; returns its number. */
  beginBooks(
    wanted: {
      readonly from: number;
      readonly until: number;
      readonly environment: Environment;
      /** Null: all profiles of the environment. */
      readonly keyId: string | null;
    },
    at: number,
  ): number;
  /** The given payments that a saved export has. */
  bookedOf(paymentIds: readonly number[]): ReadonlySet<number>;
  /** What saved exports have of the fees of these payments, each with its sign: a corrected fee appears several times. */
  bookedFeesOf(paymentIds: readonly number[]): ReadonlyMap<number, readonly ReportedMoney[]>;
  /**
   * Paid payments of a profile for which the gateway has reported something else after that, whatever it reports now, by ID, after this one. `noted`
   * is the report in the latest note of a saved export, empty if there is none.
   */
  reportedSincePaid(
    keyId: string,
    after: number,
    limit: number,
  ): { readonly payment: FlowPayment; readonly noted: string }[];
  /**
   * Records the payments, fees and notes of this export. A payment that a saved export has stays in that export. Any other export that has one
   * of them is overtaken: it can no longer be saved, so that each payment is in one file. False if this one is overtaken.
   */
  addBooked(exportNumber: number, payments: readonly BookedPayment[]): boolean;
  /** Records the size of the export's file. */
  countBooks(exportNumber: number, counts: { readonly payments: number; readonly lines: number }): void;
  /** Marks its file as saved. `known`: it already was, or the export is unknown. */
  saveBooks(exportNumber: number, at: number): 'saved' | 'known' | 'overtaken';
  /** The earliest day of a saved export that may have payments of this profile; null if there is none. */
  firstBookedDay(keyId: string): number | null;
  /** Null if the export is unknown, or is from an earlier version and has no payments. */
  bookExportEnvironment(exportNumber: number): Environment | null;
  /** Exports that were saved after a backup and are unknown since it was restored at this time, oldest first. */
  lostBooks(): (UnknownExports & { readonly at: number })[];
  /** Saved exports that may have payments of this profile, newest first. */
  keptBooks(keyId: string, limit: number): StoredBooks[];
}

/** A payment in an export, with the part of its fees that no earlier export had, and the report that the export notes; null: none. */
type BookedPayment = {
  readonly paymentId: number;
  readonly fees: readonly ReportedMoney[];
  readonly report: string | null;
};

type StoredBooks = {
  readonly exportNumber: number;
  readonly profileName: string | null;
  readonly from: number;
  readonly until: number;
  readonly keptAt: number;
  readonly payments: number | null;
  readonly lines: number | null;
};
