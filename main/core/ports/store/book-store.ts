import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { UnknownExports } from '../../../../contract/treasury/books.ts';
import type { FlowPayment } from './flow-store.ts';

/** Which payments are in which export of the books. See Store for what holds of every method. */
export interface BookStore {
  /** Begins an export of these days (since 1970, in UTC), the last one included; gives its number. */
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
  /** Those of these payments that a kept export has. */
  bookedOf(paymentIds: readonly number[]): ReadonlySet<number>;
  /** What kept exports have of the fees of these payments, each with its sign: a fee that was corrected is there several times. */
  bookedFeesOf(paymentIds: readonly number[]): ReadonlyMap<number, readonly ReportedMoney[]>;
  /**
   * Paid payments of a profile of which the gateway has reported something else after that, whatever it reports now, by ID, after this one. `noted`
   * is the report that the last kept export with a note about it has, empty where none has.
   */
  reportedSincePaid(
    keyId: string,
    after: number,
    limit: number,
  ): { readonly payment: FlowPayment; readonly noted: string }[];
  /** Notes that this export has these payments, what of their fees, and what is noted of them. One that a kept export has stays in that. */
  addBooked(exportNumber: number, payments: readonly BookedPayment[]): void;
  /** Notes how much the file of this export holds. */
  countBooks(exportNumber: number, counts: { readonly payments: number; readonly lines: number }): void;
  /** Its file was saved; false where it was before, or the export is unknown. */
  keepBooks(exportNumber: number, at: number): boolean;
  /** The earliest day of a kept export that may have payments of this profile; null where there is none. */
  firstBookedDay(keyId: string): number | null;
  /** Null where the export is unknown, or is of an earlier version and has no payments. */
  bookExportEnvironment(exportNumber: number): Environment | null;
  /** Exports that were saved after a backup and are not known since it was restored at this time, the oldest first. */
  lostBooks(): (UnknownExports & { readonly at: number })[];
  /** Kept exports that may have payments of this profile, the newest first. */
  keptBooks(keyId: string, limit: number): KeptBooks[];
}

/** A payment in an export, with what the export has of its fees that no earlier one had, and the report that it notes of it; null: none. */
type BookedPayment = {
  readonly paymentId: number;
  readonly fees: readonly ReportedMoney[];
  readonly report: string | null;
};

type KeptBooks = {
  readonly exportNumber: number;
  readonly profileName: string | null;
  readonly from: number;
  readonly until: number;
  readonly keptAt: number;
  readonly payments: number | null;
  readonly lines: number | null;
};
