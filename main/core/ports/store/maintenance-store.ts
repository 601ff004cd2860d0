import type { KeysOf } from './batch-store.ts';
import type { DescribePayee } from './payee-store.ts';
import type { DerivedDifference, DerivedPart } from '../../../../contract/maintenance/check.ts';

/** Data that is derived from the payments and their events. See Store for what holds of every method. */
export interface MaintenanceStore {
  /**
   * Compares derived data with what it is derived from, piece by piece: each step is bounded and returns the differences it found.
   * What changes in between is no difference. The index of the history is brought up to date first.
   */
  checkDerived(keysOf: KeysOf, describe: DescribePayee): Iterator<DerivedStep, undefined>;
  /** Derives all of it again, piece by piece. What a crash leaves undone is done when it is next needed. */
  rebuildDerived(keysOf: KeysOf): Iterator<DerivedStep, undefined>;
}

export type DerivedStep = {
  /** How much is done, for showing progress. */
  readonly done: number;
  readonly differences: readonly { readonly part: DerivedPart; readonly difference: DerivedDifference }[];
};
