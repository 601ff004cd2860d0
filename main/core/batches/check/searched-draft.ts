import type { StoreContext } from '../../context/context.ts';
import type { PayoutRules, StoredBatch, Store } from '../../ports/index.ts';
import { readSetting } from '../../settings/settings.ts';
import type { FoundPayees } from '../../payees/found-payees.ts';
import { beingQueued } from '../queue-released.ts';

/** How long rows that were compared count as compared: payouts end, and may come back, without a release. */
const validMs = 5 * 60_000;

/** Under which conditions rows were compared with the history, and when. */
export type Conditions = { readonly stamp: string; readonly at: number };

/** The present conditions for rows of this profile. */
export function conditionsNow(
  { store, clock }: StoreContext,
  { keyId, environment }: Pick<StoredBatch, 'keyId' | 'environment'>,
): Conditions {
  const stamp = JSON.stringify([
    store.countReleases(keyId),
    store.countPayeeChanges(),
    // Rows that are still to be queued are not compared with others.
    beingQueued(store, environment).length === 0,
    readSetting(store, 'duplicateWindowDays'),
    readSetting(store, 'payeePolicy'),
  ]);
  return { stamp, at: clock.now() };
}

/** Whether what was found under earlier conditions still counts. */
export function stillHold(before: Conditions, now: Conditions): boolean {
  return before.stamp === now.stamp && before.at <= now.at && now.at - before.at < validMs;
}

/** What the search of a sheet has found out about the rows of the draft that was made of it, so that their check need not. */
export type SearchedDraft = Pick<StoredBatch, 'batchId' | 'rowsHash'> & {
  /** No row has a problem by these rules. */
  readonly rules: PayoutRules;
  /** Those of the search. */
  readonly conditions: Conditions;
  /** By row number: 1 for a row that repeats no released payout. */
  readonly repeatsNone: Uint8Array;
  /** No row repeats a released payout or another row. */
  readonly allDiffer: boolean;
  /** All findings about the payees of its rows; null: they have to be searched for. */
  readonly payees: FoundPayees | null;
};

/** The last draft of each store. */
const searched = new WeakMap<Store, SearchedDraft>();

export function keepSearched(store: Store, draft: SearchedDraft): void {
  searched.set(store, draft);
}

/** Null if it is not known of exactly these rows. */
export function searchedDraft(
  store: Store,
  { batchId, rowsHash }: Pick<StoredBatch, 'batchId' | 'rowsHash'>,
): SearchedDraft | null {
  const known = searched.get(store) ?? null;
  return known?.batchId === batchId && known.rowsHash === rowsHash ? known : null;
}

/** What was found, as long as it holds: as long as in the sheet; otherwise null. */
export function stillKnown(
  context: StoreContext,
  batch: StoredBatch,
  draft: SearchedDraft | null,
): SearchedDraft | null {
  return draft !== null && stillHold(draft.conditions, conditionsNow(context, batch)) ? draft : null;
}
