import type { KeysOf } from './batch-store.ts';
import type { DescribePayee } from './payee-store.ts';
import type { DerivedDifference, DerivedPart } from '../../../../contract/maintenance/check.ts';

/** Data derived from the payments and their events. The rules for every method are on Store. */
export interface MaintenanceStore {
  /**
   * Compares derived data with its source, piece by piece: each step is bounded and returns the differences it found.
   * Changes in between do not count as differences. The index of the history is brought up to date first.
   */
  checkDerived(keysOf: KeysOf, describe: DescribePayee): Iterator<DerivedStep, undefined>;
  /** Rebuilds all of it, piece by piece. After each piece, every part is as it was, correct, or known to be incomplete and completed when it is next needed. */
  rebuildDerived(keysOf: KeysOf): Iterator<DerivedStep, undefined>;
  /** Records that lists left out since the database was opened, because they cannot be read: what of each, and where. */
  leftOutRecords(): string[];
  /** Called for each of these records, once. */
  whenLeftOut(listener: (record: string) => void): void;
}

export type DerivedStep = {
  /** The progress. */
  readonly done: number;
  readonly differences: readonly { readonly part: DerivedPart; readonly difference: DerivedDifference }[];
};
