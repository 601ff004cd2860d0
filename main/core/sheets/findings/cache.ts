import type { RowFinding, SheetCells } from '../../../../contract/batches/sheet.ts';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import type { CachedFinding } from './kept-finding.ts';
import { conditionsNow, stillHold, type Conditions } from '../../batches/check/searched-draft.ts';
import type { CoreContext } from '../../context/context.ts';
import type { ComparedRow, StoredSheet } from '../../ports/index.ts';
import type { OptionsAnswer } from '../../treasury/options.ts';

/** Findings about a row by itself, independent of other rows but for `paidBySheet`. */
export type RowFacts = {
  readonly row: PayoutRow;
  /** The released payouts that it may repeat. */
  readonly compared: ComparedRow;
  /** What the rows of the sheet paid its payee, where the payee policy depends on it; otherwise empty. */
  readonly paidBySheet: string;
  /** About its payee. */
  readonly payee: readonly CachedFinding[];
  /** About the payout that it retries, if any. */
  readonly lastAttempt: RowFinding | null;
};

/** Findings about the rows of a sheet: a change invalidates only the rows that it touches, and those of the same payees, where the payee policy depends on their sum. */
export type FindingsCache = {
  /** Keyed by the cells object, which is new after every change; the last search has dropped outdated entries. */
  facts: Map<SheetCells, RowFacts>;
  /** By amount and currency; null: the available methods are not known. */
  answers: Map<string, OptionsAnswer | null>;
  /** Those under which all of it was found. */
  conditions: Conditions;
  /** The last search that ended: of this version of the sheet, under these conditions; null before one has. */
  ended: { readonly version: number; readonly conditions: Conditions } | null;
};

/** For a sheet that was not searched. */
export function newFindingsCache(): FindingsCache {
  return { facts: new Map(), answers: new Map(), conditions: { stamp: '', at: 0 }, ended: null };
}

/** Drops findings from other settings, before other releases, or from too long ago; returns whether it did. */
export function renewFindings(
  context: CoreContext,
  sheet: StoredSheet,
  cache: FindingsCache,
  isFresh: boolean,
): boolean {
  const conditions = conditionsNow(context, sheet);
  const isKept = !isFresh && stillHold(cache.conditions, conditions);
  if (!isKept) Object.assign(cache, { facts: new Map(), answers: new Map(), conditions });
  return !isKept;
}
