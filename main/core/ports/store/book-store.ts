/** Which payments are in which export of the books. See Store for what holds of every method. */
export interface BookStore {
  /** Begins an export of these days (since 1970, in UTC), the last one included; gives its number. */
  beginBooks(days: { readonly from: number; readonly until: number }, at: number): number;
  /** Those of these payments that a kept export has. */
  bookedOf(paymentIds: readonly number[]): ReadonlySet<number>;
  /** Notes that this export has these payments. One that a kept export has stays in that. */
  addBooked(exportNumber: number, paymentIds: readonly number[]): void;
  /** Its file was saved; false where it was before, or the export is unknown. */
  keepBooks(exportNumber: number, at: number): boolean;
  /** The earliest day of a kept export; null where there is none. */
  firstBookedDay(): number | null;
}
